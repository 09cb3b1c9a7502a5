import { expect, test } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { identityMark } from './identity-mark.js';

const key = createSecretKey(Buffer.alloc(32, 'i'));
const github = { provider: 'github', subject: '4711' };

test('is the same for the same identity, and for no other', () => {
  const others = [
    identityMark(key, { provider: 'google', subject: '4711' }),
    identityMark(key, { provider: 'github', subject: '4712' }),
    identityMark(createSecretKey(Buffer.alloc(32, 'j')), github),
  ];
  expect(identityMark(key, { ...github })).toBe(identityMark(key, github));
  expect(new Set([identityMark(key, github), ...others]).size).toBe(4);
});

test('is HMAC-SHA256 in hex, so that marks written once stay valid', () => {
  // printf 'github:4711' | openssl dgst -sha256 -hmac iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii
  expect(identityMark(key, github)).toBe('feba6eeb88a4e2017fa75225ef2d86ad9e86bc2348e482fe6c39e1bba3e07408');
});
