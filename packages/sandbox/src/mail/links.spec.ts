import { describe, expect, it } from '@jest/globals';
import { linksOf } from './pages.js';

describe('linksOf', () => {
  it.each([
    ['a full stop', 'See https://a.example/x.', 'https://a.example/x'],
    ['a Chinese comma', '打开 https://a.example/x，完成', 'https://a.example/x'],
    ['brackets', '(https://a.example/x)', 'https://a.example/x'],
    ['a fragment', 'https://a.example/#t=1_-z now', 'https://a.example/#t=1_-z'],
  ])('ends an address at %s', (_, text, link) => {
    expect(linksOf({ text, html: null })).toEqual([link]);
  });

  it('returns each web address of an attribute once', () => {
    const html = `<a href="javascript:alert(1)">a</a><a href='https://a.example/?x=1&amp;y=2'>b</a>`;

    expect(linksOf({ text: 'https://a.example/?x=1&y=2', html })).toEqual(['https://a.example/?x=1&y=2']);
  });
});
