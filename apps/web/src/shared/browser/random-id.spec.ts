import { afterEach, expect, it } from '@jest/globals';
import { randomId } from './random-id';

const original = crypto.randomUUID.bind(crypto);
const provide = (randomUUID: (() => string) | undefined) =>
  Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
afterEach(() => void provide(original));

it('an id is one of the browser where it makes some', () => {
  provide(() => 'made by the browser');
  expect(randomId()).toBe('made by the browser');
});

it('over plain http an id has 32 digits of its own each time', () => {
  provide(undefined);
  const ids = Array.from({ length: 20 }, randomId);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  expect(new Set(ids).size).toBe(20);
});
