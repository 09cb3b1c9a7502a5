import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.js';

describe('languageOf', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr-FR, de;q=0.5', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en;q=0.5, zh-TW;q=0.6', 'zh'],
    ['en-GB, zh;q=0.9', 'en'],
    ['zh;q=0, en', 'en'],
    ['zhx', 'en'],
  ])('reads %j as %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
