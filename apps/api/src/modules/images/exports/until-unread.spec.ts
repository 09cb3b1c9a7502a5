import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilUnread } from './until-unread.js';

test('hands on what it is given', async () => {
  const stream = untilUnread(60_000);
  stream.end('some bytes');
  expect((await buffer(stream)).toString()).toBe('some bytes');
});

test('breaks when nobody takes what is there', async () => {
  const stream = untilUnread(5);
  stream.write('some bytes');
  const [error] = (await once(stream, 'error')) as [Error];
  expect(error.message).toBe('nothing was taken for 5 ms');
});

test('waits for ever for a source that is slow', async () => {
  const stream = untilUnread(5);
  stream.write('one');
  stream.once('data', () => undefined);
  await sleep(50);
  expect(stream.destroyed).toBe(false);
  stream.destroy();
});
