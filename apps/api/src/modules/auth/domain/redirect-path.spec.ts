import { DEFAULT_LOCALE, LOCALES } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { redirectPath } from './redirect-path.js';

const prefixes = LOCALES.map((locale) => (locale === DEFAULT_LOCALE ? '' : `/${locale}`));
const ORIGIN = 'https://pictures.example.com';

test.each([
  ['/', '/'],
  ['/generate', '/generate'],
  ['/zh/generate?model=sd3.5-flash&x=%2F#top', '/zh/generate?model=sd3.5-flash&x=%2F#top'],
  ['/gallery?q=一只猫', '/gallery?q=%E4%B8%80%E5%8F%AA%E7%8C%AB'],
  ['/a/../profile', '/profile'],
  ['/xx/login', '/xx/login'],
])('%s is gone on to as %s', (wanted, path) => {
  expect(redirectPath(wanted, ORIGIN)).toBe(path);
});

test.each([
  undefined,
  '',
  'generate',
  'https://evil.example',
  'https://pictures.example.com/generate',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example/a',
  '/x/../..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' /generate',
  '//user@pictures.example.com',
  ...prefixes.flatMap((prefix) => [
    `${prefix}/auth/callback?code=1`,
    `${prefix}/login`,
    `${prefix}/login/`,
    `${prefix}/login?redirect=/login`,
  ]),
])('%j is not gone on to', (wanted) => {
  expect(redirectPath(wanted, ORIGIN)).toBe('/');
});
