import { expect, jest, test } from '@jest/globals';
import { AccountErasers, type AccountPart } from './account-erasers.js';

const PARTS: readonly AccountPart[] = ['credits', 'subscription', 'batches', 'images', 'keys', 'sessions', 'webhooks'];

const eraserOf = (part: AccountPart) => ({
  part,
  endInTransaction: jest.fn<() => Promise<void>>(),
  eraseAfterCommit: jest.fn<() => Promise<boolean>>(),
});

function registered(parts: readonly AccountPart[]): AccountErasers {
  const erasers = new AccountErasers();
  for (const part of parts) erasers.register(eraserOf(part));
  return erasers;
}

test('end the parts of an account in their order, whatever the order of the modules', () => {
  const erasers = registered(PARTS.toReversed());
  erasers.onApplicationBootstrap();
  expect(erasers.inOrder().map(({ part }) => part)).toEqual(PARTS);
});

test('erase last what waits for services outside', () => {
  const order = registered(PARTS).inOrderOfErasing();
  expect(order.map(({ part }) => part)).toEqual([...PARTS.filter((part) => part !== 'subscription'), 'subscription']);
});

test.each(PARTS)('keep a process from starting that would forget the %s', (missing) => {
  const erasers = registered(PARTS.filter((part) => part !== missing));
  expect(() => erasers.onApplicationBootstrap()).toThrow(`Nobody erases the ${missing}`);
});

test('refuse a second eraser of one part', () => {
  expect(() => registered(['credits', 'credits'])).toThrow('Two erasers for credits');
});
