import { expect, test } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { mailboxMark } from './mailbox.js';

const key = createSecretKey(Buffer.alloc(32, 'k'));
const mark = (address: string): string => mailboxMark(key, address).toString('hex');

test.each(['ADA@Example.com', 'ada+1@example.com', 'ada+@example.com'])(
  '%s is the mailbox of ada@example.com',
  (address) => {
    expect(mark(address)).toBe(mark('ada@example.com'));
  },
);

test.each(['a.d.a@gmail.com', 'ada+x@googlemail.com', 'A.da@GMAIL.com'])(
  '%s is the mailbox of ada@gmail.com',
  (address) => {
    expect(mark(address)).toBe(mark('ada@gmail.com'));
  },
);

test.each(['ada@xn--exmple-cua.com', 'ada@EXÄMPLE.com', 'ada@ｅxämple.com', 'ada@exämple。com'])(
  '%s is the mailbox of ada@exämple.com',
  (address) => {
    expect(mark(address)).toBe(mark('ada@exämple.com'));
  },
);

test.each(['a.da@example.com', 'ada@example.org', 'adam@example.com', '+a@example.com'])(
  '%s is a mailbox of its own',
  (address) => {
    expect(mark(address)).not.toBe(mark('ada@example.com'));
  },
);

test('another key gives another mark', () => {
  const other = createSecretKey(Buffer.alloc(32, 'x'));
  expect(mailboxMark(other, 'ada@example.com').toString('hex')).not.toBe(mark('ada@example.com'));
});
