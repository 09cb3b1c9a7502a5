import { expect, test } from '@jest/globals';
import { verificationMail } from './verification-mail.js';

const facts = { productName: 'Lumina', publicOrigin: 'https://pictures.example.com', token: 'tok-en_1', hours: 24 };

test.each([
  ['en-US', 'https://pictures.example.com/verify-email#token=tok-en_1', 'Confirm your email address for Lumina'],
  ['zh-CN', 'https://pictures.example.com/zh/verify-email#token=tok-en_1', '请验证您的 Lumina 账户邮箱'],
] as const)('in %s it links to the page of that language, as text and as HTML', (language, link, subject) => {
  const mail = verificationMail(language, facts);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(`href="${link}"`);
  expect(mail.html).toContain(`lang="${language}"`);
});

test('the product’s name cannot break out of the HTML', () => {
  const mail = verificationMail('en-US', { ...facts, productName: '<b>"A" & B</b>' });
  expect(mail.html).not.toContain('<b>"A"');
  expect(mail.html).toContain('&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;');
  expect(mail.text).toContain('<b>"A" & B</b>');
});
