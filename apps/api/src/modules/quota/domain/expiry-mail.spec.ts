import { expect, test } from '@jest/globals';
import { expiryMail, type ExpiryFacts } from './expiry-mail.js';

const facts: ExpiryFacts = {
  productName: 'Lumina',
  publicOrigin: 'https://pictures.example.com',
  credits: 3.5,
  expiresAt: new Date('2026-12-01T02:00:00Z'),
  timezone: 'Asia/Shanghai',
  withOffer: false,
  unsubscribePage: 'https://pictures.example.com/unsubscribe#token=abc',
};

test.each([
  ['zh-CN', 'Asia/Shanghai', '3.5 积分将于 12月1日到期', '2026年12月1日 10:00（北京时间）'],
  ['zh-CN', 'America/New_York', '3.5 积分将于 11月30日到期', '2026年11月30日 21:00（纽约时间）'],
  ['en-US', 'Europe/London', '3.5 credits expire on December 1', 'December 1, 2026 at 2:00 AM GMT'],
  ['en-US', 'America/New_York', '3.5 credits expire on November 30', 'November 30, 2026 at 9:00 PM EST'],
] as const)('in %s tells the day and hour of %s', (language, timezone, subject, at) => {
  const mail = expiryMail(language, { ...facts, timezone });
  expect(mail.subject).toBe(subject);
  expect(mail.text.replaceAll('\u202f', ' ')).toContain(at);
});

test('speaks of one credit as one', () => {
  const { subject, text } = expiryMail('en-US', { ...facts, credits: 1 });
  expect(subject).toMatch(/^1 credit expires on /);
  expect(text).toContain('1 of your Lumina credits expires on ');
});

test.each([
  ['zh-CN', 'https://pictures.example.com/zh'],
  ['en-US', 'https://pictures.example.com'],
] as const)(
  'in %s leads to pages of that language, and to the plans only where that was agreed to',
  (language, base) => {
    const [plain, withOffer] = [false, true].map((one) => expiryMail(language, { ...facts, withOffer: one }).text);
    expect(plain).toContain(`${base}/generate`);
    expect(plain).toContain('https://pictures.example.com/unsubscribe#token=abc');
    expect(plain).not.toContain('/profile');
    expect(plain).not.toContain('/pricing');
    expect(withOffer).toContain(`${base}/pricing`);
  },
);
