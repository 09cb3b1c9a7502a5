import { expect, test } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { createApiKeySecret, hintOf, isApiKeySecret } from './api-key-secret.js';

const KNOWN = 'lum_live_00000000000000000000000000000000';

test('a secret is lum_live_, 32 random characters and the CRC32 of these in six', () => {
  const secrets = Array.from({ length: 200 }, createApiKeySecret);
  expect(new Set(secrets).size).toBe(secrets.length);
  for (const secret of secrets) {
    expect(secret).toMatch(/^lum_live_[0-9A-Za-z]{38}$/);
    expect(isApiKeySecret(secret)).toBe(true);
    expect(hintOf(secret)).toBe(`lum_live_…${secret.slice(-4)}`);
  }
});

test('the checksum is written as in GitHub’s tokens: base62, digits first, padded with zeros', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let [value, written] = [crc32('0'.repeat(32)), ''];
  for (; value > 0; value = Math.floor(value / 62)) written = (digits[value % 62] ?? '') + written;
  expect(isApiKeySecret(KNOWN + written.padStart(6, '0'))).toBe(true);
});

test.each([
  ['one character changed', (secret: string) => secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
  ['another beginning', (secret: string) => secret.replace('live', 'test')],
  ['a blank after it', (secret: string) => `${secret} `],
  ['a line break after it', (secret: string) => `${secret}\n`],
  ['too short', (secret: string) => secret.slice(0, -1)],
  ['nothing', () => ''],
])('%s is no secret', (_, change) => {
  expect(isApiKeySecret(change(createApiKeySecret()))).toBe(false);
});
