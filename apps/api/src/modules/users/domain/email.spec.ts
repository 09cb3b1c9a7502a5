import { expect, test } from '@jest/globals';
import { mergedEmail, usableEmail } from './email.js';

const proven = (email: string) => ({ email, verified: true });
const claimed = (email: string) => ({ email, verified: false });
const none = { email: null, verified: false };

test.each([
  null,
  undefined,
  '',
  'no-at',
  'a@b',
  'a b@c.d',
  '<x@y.z>',
  `${'a'.repeat(250)}@b.cd`,
  'a@b.c\r\nBcc: x@y.z',
  'x1,victim@example.com',
  'x1;victim@example.com',
  '(1)victim@example.com',
  'g1:victim@example.com',
  'x1\\victim@example.com',
  'victim@[127.0.0.1]',
  'victim@mail.example。com',
  'victim@mail．example.com',
  'victim@mail.example｡com',
])('%j is no address, whatever the provider says of it', (email) => expect(usableEmail(email, true)).toEqual(none));

test('an address is trimmed and keeps what the provider says of it', () => {
  expect(usableEmail(' ada@example.com ', true)).toEqual(proven('ada@example.com'));
  expect(usableEmail('张@example.com', false)).toEqual(claimed('张@example.com'));
});

test.each([
  ['a proven one replaces a claimed one', claimed('a@x.y'), proven('b@x.y'), proven('b@x.y')],
  ['a proven one replaces a proven one', proven('a@x.y'), proven('b@x.y'), proven('b@x.y')],
  ['a claimed one never replaces a proven one', proven('a@x.y'), claimed('b@x.y'), proven('a@x.y')],
  ['the same, proven by mail, stays proven', proven('a@x.y'), claimed('a@x.y'), proven('a@x.y')],
  ['a claimed one replaces a claimed one', claimed('a@x.y'), claimed('b@x.y'), claimed('b@x.y')],
  ['none leaves what is held', proven('a@x.y'), none, proven('a@x.y')],
  ['a first one is taken', none, claimed('a@x.y'), claimed('a@x.y')],
])('%s', (_, held, incoming, merged) => {
  expect(mergedEmail(held, incoming)).toEqual(merged);
});
