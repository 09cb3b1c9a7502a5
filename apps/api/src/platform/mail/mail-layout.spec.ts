import { expect, test } from '@jest/globals';
import { renderMail } from './mail-layout.js';

test.each([
  ['en-US', 'Hello,\n\nOpen the gallery: https://ours.example/gallery?a=1&b=2'],
  ['zh-CN', 'Hello,\n\nOpen the gallery：https://ours.example/gallery?a=1&b=2'],
] as const)('in %s, a link has its label as text and as HTML', (language, expected) => {
  const { text, html } = renderMail(language, [
    'Hello,',
    { label: 'Open the gallery', link: 'https://ours.example/gallery?a=1&b=2' },
  ]);
  expect(text).toBe(expected);
  expect(html).toContain('href="https://ours.example/gallery?a=1&amp;b=2"');
  expect(html).toContain('>Open the gallery</a>');
});

test('an address for mail is written as text as a person writes it', () => {
  const { text, html } = renderMail('en-US', [{ label: 'Write to us', link: 'mailto:help@ours.example' }]);
  expect(text).toBe('Write to us: help@ours.example');
  expect(html).toContain('href="mailto:help@ours.example"');
});
