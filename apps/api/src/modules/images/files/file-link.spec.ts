import { expect, test } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { linkExpiry, linkQuery, verifyLink } from './file-link.js';

const secret = createSecretKey(Buffer.alloc(32, 'k'));
const folder = 'pictures/2025/01/0190a2f4-0000-7000-8000-000000000001';
const key = `${folder}/1-abcdef0123456789.png`;
const HOUR = 3600;
const now = 1_700_000_000;

const sent = (query: string, of = key) => ({ key: of, ...Object.fromEntries(new URLSearchParams(query)) });
const verify = (query: string, of = key) => verifyLink(secret, sent(query, of));
const query = linkQuery(secret, key, now, null);
const share = '0190a2f4-0000-7000-8000-00000000000a';
const shareQuery = linkQuery(secret, key, now, share);

test('an address stays the same for a window of six hours and lives six to twelve hours', () => {
  const windowStart = Math.floor(now / (6 * HOUR)) * 6 * HOUR;
  expect(linkQuery(secret, key, windowStart, null)).toBe(linkQuery(secret, key, windowStart + 6 * HOUR - 1, null));
  expect(linkQuery(secret, key, windowStart + 6 * HOUR, null)).not.toBe(linkQuery(secret, key, windowStart, null));
  expect(linkExpiry(windowStart) - windowStart).toBe(12 * HOUR);
  expect(linkExpiry(windowStart + 6 * HOUR - 1) - windowStart).toBe(12 * HOUR);
});

test('one signature opens the image and its thumbnails', () => {
  expect(verify(query)).toMatchObject({ key, expires: linkExpiry(now) });
  expect(verify(query, `${folder}/1-abcdef0123456789.w320.webp`)).toMatchObject({ expires: linkExpiry(now) });
});

test('an address of a share names it', () => {
  expect(verify(shareQuery)).toMatchObject({ key, expires: linkExpiry(now), shareId: share });
  expect(verify(query)).toMatchObject({ shareId: null });
});

test.each<[string, string, string?]>([
  ['another attempt’s key', query, `${folder}/2-abcdef0123456789.png`],
  ['another random part', query, `${folder}/1-abcdef0123456780.png`],
  ['another image’s key', query, key.replace('0001/', '0002/')],
  ['a later expiry', query.replace(/e=(\d+)/, (_, e) => `e=${Number(e) + 6 * HOUR}`)],
  ['a key outside the folder', query, '../../etc/passwd'],
  ['a key that climbs', query, `${folder}/../1-abcdef0123456789.png`],
  ['an encoded separator', query, key.replaceAll('/', '%2f')],
  ['a changed letter', query.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['a stray character', `${query}=`],
  ['a shorter signature', query.slice(0, -4)],
  ['no signature', query.replace(/&s=.*/, '')],
  ['an empty signature', query.replace(/s=.*/, 's=')],
  ['no expiry', query.replace(/e=\d+&/, '')],
  ['no share although it was signed for one', shareQuery.replace(/&share=[^&]*/, '')],
  ['a share that was not signed', `${query}&share=${share}`],
  ['another share', shareQuery.replace(/a&s=/, 'b&s=')],
  ['a share that is no id', shareQuery.replace(/share=[^&]*/, 'share=')],
  ['an expiry that is no number', query.replace(/e=\d+/, 'e=1e12')],
])('an address with %s is refused', (_, changed, of = key) => {
  expect(verify(changed, of)).toBeNull();
});

test('a repeated parameter, which arrives as a list, is refused', () => {
  const { e, s } = sent(query) as { key: string; e?: string; s?: string };
  expect(verifyLink(secret, { key, e: [e, e], s })).toBeNull();
  expect(verifyLink(secret, { key, e, s: [s] })).toBeNull();
});

test('a link signed with another key is refused', () => {
  expect(verifyLink(createSecretKey(Buffer.alloc(32, 'x')), sent(query))).toBeNull();
});
