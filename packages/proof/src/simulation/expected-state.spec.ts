import { DEFAULT_MODEL } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { ExpectedState, PRICE } from './expected-state.js';

test('computes the balance from grants and delivered images', () => {
  const model = new ExpectedState();
  model.open('a', 100);
  const request = model.recordRequest({ key: 'k', userId: 'a', model: DEFAULT_MODEL, count: 2 });
  expect(model.available('a', 0, 30)).toBe(100);
  model.recordAcceptance(request, 'g', ['g', 'h']);
  model.account('a').hasBonus = true;
  expect(model.available('a', 2, 30)).toBe(100 + 30 + 10 - 2 * PRICE);
});

test('rejects two different answers to one request', () => {
  const model = new ExpectedState();
  model.open('a', 100);
  const request = model.recordRequest({ key: 'k', userId: 'a', model: DEFAULT_MODEL, count: 1 });
  model.recordAcceptance(request, 'g', ['g']);
  model.recordAcceptance(request, 'g', ['g']);
  expect(() => model.recordAcceptance(request, 'h', ['h'])).toThrow('k was g, now h');
  expect(() => model.recordRefusal(request)).toThrow('was accepted and is refused now');
});
