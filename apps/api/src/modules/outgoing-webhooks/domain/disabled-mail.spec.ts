import { expect, test } from '@jest/globals';
import { disabledMail } from './disabled-mail.js';

const facts = { productName: 'Lumina', publicOrigin: 'https://lumina.test', url: 'https://a.example/hook?a=<b>' };

test('names the address and leads to the page of the language', () => {
  const english = disabledMail('en-US', facts);
  expect(english.subject).toBe('A Lumina webhook address was switched off');
  expect(english.text).toContain('Every delivery to https://a.example/hook?a=<b> failed for 5 days');
  expect(english.text).toContain('https://lumina.test/api?tab=webhooks');
  expect(english.html).toContain('a=&lt;b&gt;');
  const chinese = disabledMail('zh-CN', facts);
  expect(chinese.subject).toBe('Lumina 已停用一个 Webhook 地址');
  expect(chinese.text).toContain('https://lumina.test/zh/api?tab=webhooks');
});
