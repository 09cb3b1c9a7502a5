import { expect, test } from '@jest/globals';
import { localeOf } from './accept-language.js';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,zh-TW;q=0.5,en;q=0.3', 'zh'],
  ['en;q=0.1, zh', 'zh'],
  ['zh;q=0, en', 'en'],
  ['zh;q=0', 'en'],
  ['ZH-Hans-CN', 'zh'],
  ['de, fr', 'en'],
  ['*', 'en'],
  [';;;q=,,,', 'en'],
])('%s is answered in %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
