import { expect, test } from '@jest/globals';
import { createSecretKey, randomUUID } from 'node:crypto';
import { unsubscribeToken, userOfToken } from './unsubscribe-token.js';

const key = createSecretKey(Buffer.alloc(32, 1));
const USER = '0b9f3a52-6a4e-4f0e-9a54-8f9d0f3f6b11';
const token = unsubscribeToken(key, USER);

test('a token names its person, and is the same in every mail', () => {
  expect(userOfToken(key, token)).toBe(USER);
  expect(unsubscribeToken(key, USER)).toBe(token);
  expect(token).toMatch(/^[\w-]{43}$/);
});

const changed = (change: (bytes: Buffer) => Buffer): string =>
  change(Buffer.from(token, 'base64url')).toString('base64url');
test.each([
  ['is empty', ''],
  ['is too short', changed((bytes) => bytes.subarray(1))],
  ['is too long', changed((bytes) => Buffer.concat([bytes, Buffer.from('x')]))],
  ['has the signature of another person', unsubscribeToken(key, randomUUID()).slice(0, 20) + token.slice(20)],
  ['has another signature', changed((bytes) => Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(16)]))],
  ['was made with another key', unsubscribeToken(createSecretKey(Buffer.alloc(32, 2)), USER)],
])('a token that %s names nobody', (_, text) => {
  expect(userOfToken(key, text)).toBeNull();
});
