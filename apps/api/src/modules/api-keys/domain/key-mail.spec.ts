import { expect, test } from '@jest/globals';
import { keyMail } from './key-mail.js';

const facts = {
  productName: 'Lumina',
  publicOrigin: 'https://lumina.test',
  supportEmail: 'help@lumina.test',
  name: 'CI <main>',
  createdAt: new Date('2026-03-01T20:05:00Z'),
  isSuccessor: false,
};
const ENGLISH = { language: 'en-US', timezone: 'America/New_York' } as const;
const CHINESE = { language: 'zh-CN', timezone: 'Asia/Shanghai' } as const;

test('names the key, the time where the person is, and what to do if it was somebody else', () => {
  const english = keyMail(ENGLISH, facts);
  expect(english.subject).toBe('An API key was created in your Lumina account');
  expect(english.text).toMatch(/The API key “CI <main>” was created on March 1, 2026 at 3:05\sPM EST\./);
  expect(english.text).toContain('then sign out everywhere');
  expect(english.text).toContain('write to help@lumina.test');
  expect(english.text).toContain(
    '“Sign out everywhere” is in the settings of your profile: https://lumina.test/profile?tab=settings\n',
  );
  expect(english.text).toContain('https://lumina.test/api?tab=keys');
  expect(english.html).toContain('“CI &lt;main&gt;”');
  const chinese = keyMail(CHINESE, facts);
  expect(chinese.subject).toBe('您的 Lumina 账户新建了一个 API 密钥');
  expect(chinese.text).toContain('API 密钥“CI <main>”创建于 2026年3月2日 04:05（北京时间），');
  expect(chinese.text).toContain('“退出所有设备”在个人中心的设置里：https://lumina.test/zh/profile?tab=settings\n');
  expect(chinese.text).toContain('https://lumina.test/zh/api?tab=keys');
});

test('of a rotation says how long the old key works', () => {
  const rotated = { ...facts, isSuccessor: true };
  expect(keyMail(ENGLISH, rotated)).toMatchObject({
    subject: 'An API key of your Lumina account was replaced',
    text: expect.stringContaining('The old one works for 24 more hours at most.'),
  });
  expect(keyMail(CHINESE, rotated)).toMatchObject({
    subject: '您的 Lumina 账户更换了一个 API 密钥',
    text: expect.stringContaining('旧密钥最多还能使用 24 小时。'),
  });
});
