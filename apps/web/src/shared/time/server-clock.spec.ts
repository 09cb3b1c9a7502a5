import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { hearServerTime, onOwnClock } from './server-clock';

const NOW = '2026-11-20T12:00:00.000Z';
const hear = (ahead: number) => hearServerTime(new Date(Date.parse(NOW) + ahead).toISOString());
/** How much earlier a moment of the server is by this machine's clock. */
const difference = () => Date.parse(NOW) - onOwnClock(NOW);

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(NOW) });
});
afterEach(() => {
  hear(0);
  jest.useRealTimers();
});

it.each([
  [60_000, 60_000],
  [-60_000, -60_000],
  [3_000, 3_000],
  [2_999, 0],
  [-2_999, 0],
  [0, 0],
])('a server that is %d ms ahead is taken to be %d ms ahead', (ahead, taken) => {
  hear(90_000);
  hear(ahead);
  expect(difference()).toBe(taken);
});

it.each([null, '', 'yesterday'])('an answer that does not tell the time (%j) changes nothing', (date) => {
  hear(60_000);
  hearServerTime(date);
  expect(difference()).toBe(60_000);
});
