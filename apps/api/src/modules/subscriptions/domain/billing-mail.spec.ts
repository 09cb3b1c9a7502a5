import { expect, test } from '@jest/globals';
import { billingMail, type MailFacts, type MailKind, type MailPreferences } from './billing-mail.js';

const facts: MailFacts = {
  plan: 'pro',
  isAnnual: false,
  amountCents: 999,
  until: '2026-04-30T10:00:00.000Z',
  invoiceNumber: 'A-0001',
  payUrl: 'https://pay.example/i?a=1&b=2',
};
const inEnglish: MailPreferences = { language: 'en-US', timezone: 'Europe/London' };
const inChinese: MailPreferences = { language: 'zh-CN', timezone: 'Asia/Shanghai' };
const frame = { productName: 'Lu<mina', publicOrigin: 'https://ours.example', supportEmail: 'help@ours.example' };

test('a receipt says what was paid, the invoice and the next charge', () => {
  const { subject, text, html } = billingMail('receipt', facts, inEnglish, frame);
  expect(subject).toBe('Your Lu<mina receipt');
  expect(text).toContain('$9.99');
  expect(text).toContain('A-0001');
  expect(text).toContain('April 30, 2026');
  expect(text).toContain('https://ours.example/profile?tab=subscription');
  expect(html).not.toContain('Lu<mina');
});

test('a receipt in Chinese says the same', () => {
  const { text } = billingMail('receipt', { ...facts, isAnnual: true }, inChinese, frame);
  expect(text).toMatch(/专业版.*按年.*\$9\.99/);
  expect(text).toContain('账单号：A-0001');
  expect(text).toContain('2026年4月30日');
});

test.each([
  ['en-US', 'America/New_York', '2026-05-01T02:00:00.000Z', 'April 30, 2026'],
  ['en-US', 'Asia/Shanghai', '2026-04-30T18:00:00.000Z', 'May 1, 2026'],
  ['zh-CN', 'America/New_York', '2026-05-01T02:00:00.000Z', '2026年4月30日'],
  ['zh-CN', 'Asia/Shanghai', '2026-04-30T18:00:00.000Z', '2026年5月1日'],
] as const)('in %s, days are those of the time zone %s', (language, timezone, until, day) => {
  for (const kind of ['receipt', 'failed'] as const)
    expect(billingMail(kind, { ...facts, until }, { language, timezone }, frame).text).toContain(day);
});

test('a failed charge says until when the plan stays, and leads to the open invoice', () => {
  const { subject, text, html } = billingMail('failed', facts, inChinese, frame);
  expect(subject).toBe('Lu<mina 扣款失败');
  expect(text).toContain('2026年4月30日');
  expect(text).toContain(facts.payUrl);
  expect(html).toContain('https://pay.example/i?a=1&amp;b=2');
});

test('a refund says how much comes back', () => {
  expect(billingMail('refunded', facts, inEnglish, frame).text).toContain('We refunded $9.99');
});

test.each([
  [inEnglish, false, 'It is still yours. Write to help@ours.example, and we pay it another way.'],
  [inEnglish, true, 'The credits that were taken back for it are yours again. If you still want the refund, write to'],
  [inChinese, false, '这笔钱仍属于您，请联系 help@ours.example，我们会换一种方式退给您。'],
  [inChinese, true, '此前收回的积分已恢复。如仍需退款，请联系 help@ours.example。'],
])(
  'in $language, a refund that was sent back says whether credits are back (%s) and names the address for support',
  (...row) => {
    const [preferences, areCreditsBack, sentence] = row;
    const { text, html } = billingMail('refund_failed', { ...facts, areCreditsBack }, preferences, frame);
    expect(text).toContain('$9.99');
    expect(text).toContain(sentence);
    expect(html).toContain('href="mailto:help@ours.example"');
  },
);

test.each([
  [inEnglish, 'Your Lumina refund was not possible', 'Nothing was refunded, and your plan stays as it is.'],
  [inChinese, 'Lumina 退款未成功', '款项没有退回，套餐保持不变。'],
])('in $language, a refund that was refused says that nothing has changed, and names the support address', (...row) => {
  const [preferences, subject, sentence] = row;
  const refused = (areCreditsBack: boolean) =>
    mailOf('refund_failed', preferences, { isRefused: true, areCreditsBack });
  const { text, html } = refused(true);
  expect(refused(true).subject).toBe(subject);
  expect(text).toContain('$9.99');
  expect(text).toContain(sentence);
  expect(text).toContain('help@ours.example');
  expect(text).not.toMatch(/Your bank|银行退回/);
  expect(html).toContain('href="mailto:help@ours.example"');
  expect(text).toMatch(/are yours again|积分已恢复/);
  expect(refused(false).text).toMatch(/is disputed|存在争议/);
});

const mailOf = (kind: MailKind, preferences: MailPreferences, changed: Partial<MailFacts> = {}) =>
  billingMail(kind, { ...facts, ...changed }, preferences, { ...frame, productName: 'Lumina' });

test.each([
  [inEnglish, 'receipt', 'Your Lumina receipt', 'We received $9.99 for Lumina Pro (monthly).'],
  [inEnglish, 'failed', 'Your Lumina payment failed', 'We could not charge $9.99 for Lumina Pro (monthly).'],
  [inEnglish, 'refunded', 'Your Lumina refund', 'We refunded $9.99 for Lumina Pro (monthly).'],
  [inEnglish, 'refund_failed', 'Your Lumina refund was sent back', 'the refund of $9.99 for Lumina Pro (monthly), so'],
  [inChinese, 'refund_failed', 'Lumina 退款被银行退回', 'Lumina 专业版（按月）的退款 $9.99 被银行退回'],
  [inChinese, 'receipt', 'Lumina 付款收据', '感谢订阅。我们已收到 Lumina 专业版（按月）的付款 $9.99。'],
  [inChinese, 'failed', 'Lumina 扣款失败', 'Lumina 专业版（按月）的 $9.99 扣款失败。'],
  [inChinese, 'refunded', 'Lumina 退款通知', 'Lumina 专业版（按月）的 $9.99 已退款'],
] as const)('in $language, the subject of a mail "%s" is "%s"; it names plan, period and amount', (...row) => {
  const [preferences, kind, subject, sentence] = row;
  const mail = mailOf(kind, preferences);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(sentence);
});

test.each([
  [inEnglish, '(annual)'],
  [inChinese, '（按年）'],
])('in $language, a plan for a year is "%s"', (preferences, word) => {
  expect(mailOf('receipt', preferences, { isAnnual: true }).text).toContain(word);
});

test.each([inEnglish, inChinese])('in $language, a mail is silent about what is not known', (preferences) => {
  const nothing = { until: null, invoiceNumber: null, payUrl: null };
  const paragraphs = (kind: MailKind, changed: Partial<MailFacts>) =>
    mailOf(kind, preferences, changed).text.split('\n\n').length;
  expect(paragraphs('receipt', {})).toBe(5);
  expect(paragraphs('receipt', nothing)).toBe(3);
  expect(paragraphs('failed', {})).toBe(4);
  expect(paragraphs('failed', nothing)).toBe(3);
});

test('a failed charge without an open invoice leads to the profile', () => {
  expect(mailOf('failed', inChinese, { payUrl: null }).text).toContain(
    'https://ours.example/zh/profile?tab=subscription',
  );
});

test.each([
  ['en-US', 'failed', /without new credits.*the credits follow the payment/],
  ['zh-CN', 'failed', /期间没有新积分.*付款后积分会照常发放/],
  ['en-US', 'refunded', /credits that this amount had paid for were taken back/],
  ['zh-CN', 'refunded', /对应的积分已收回/],
] as const)('in %s, a mail "%s" says what becomes of the credits', (language, kind, text) => {
  const mail = billingMail(kind, facts, { language, timezone: 'Asia/Shanghai' }, frame);
  expect(mail.text).toMatch(text);
  expect(mail.html).toMatch(text);
});

test.each([
  [inEnglish, /PayPal could not take \$9\.99.*until April 30, 2026.*PayPal tries again automatically/s, 'Open PayPal'],
  [inChinese, /PayPal 未能扣取.*\$9\.99.*2026年4月30日.*PayPal 会在几天内自动重试/s, '前往 PayPal'],
])('in $language, a charge that PayPal could not make leads there, and says that it is repeated', (...row) => {
  const [preferences, texts, button] = row;
  const mail = mailOf('failed', preferences, {
    provider: 'paypal',
    payUrl: 'https://www.paypal.com/myaccount/autopay',
  });
  expect(mail.text).toMatch(texts);
  expect(mail.text).toContain('https://www.paypal.com/myaccount/autopay');
  expect(mail.html).toContain(button);
  expect(mailOf('failed', preferences, { provider: 'stripe' })).toEqual(mailOf('failed', preferences));
});

test.each([
  [inEnglish, 'It had brought no credits', 'taken back'],
  [inChinese, '没有发放积分', '已收回'],
])('in $language, a refund of a payment that brought no credits takes none back', (...row) => {
  const [preferences, said, notSaid] = row;
  const { text } = mailOf('refunded', preferences, { hadCredits: false });
  expect(text).toContain(said);
  expect(text).not.toContain(notSaid);
});

test.each([
  [
    inEnglish,
    'Your Lumina refund was not possible',
    /You paid \$9\.99.*refused to refund it.*no credits.*still yours/s,
  ],
  [inChinese, 'Lumina 退款未成功', /\$9\.99 本应退还.*拒绝退款.*没有发放积分.*仍属于您/s],
])('in $language, a refused refund of a payment that brought nothing is promised by another way', (...row) => {
  const [preferences, subject, sentences] = row;
  const mail = mailOf('refund_failed', preferences, { isRefused: true, hadCredits: false });
  expect(mail.subject).toBe(subject);
  expect(mail.text).toMatch(sentences);
  expect(mail.text).toContain('help@ours.example');
  expect(mail.text).not.toMatch(/are yours again|plan stays|积分已恢复|套餐保持不变/);
  expect(mail.html).toContain('href="mailto:help@ours.example"');
});

test.each([
  [inEnglish, /does not try again.*plan stays until April 30, 2026.*ends then/s, /tries again|payment method there/],
  [inChinese, /不会再次扣款.*保留至 2026年4月30日.*到期后结束/s, /自动重试|检查付款方式/],
])('in $language, a failed charge of a plan that is cancelled at PayPal promises no further try', (...row) => {
  const [preferences, texts, tries] = row;
  const cancelled = {
    provider: 'paypal',
    isCancelled: true,
    payUrl: 'https://www.paypal.com/myaccount/autopay',
  } as const;
  const { text, html } = mailOf('failed', preferences, cancelled);
  expect(text).toMatch(texts);
  expect(text).not.toMatch(tries);
  // There is nothing to repair there.
  expect(html).not.toContain('autopay');
  expect(mailOf('failed', preferences, { ...cancelled, until: null }).text).not.toMatch(texts);
});
