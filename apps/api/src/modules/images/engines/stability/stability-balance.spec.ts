import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { register } from 'prom-client';
import { StabilityBalance } from './stability-balance.js';

const FRESH_MS = 300_000;
let now: number;
let answer: () => Promise<Response>;
const asked: string[] = [];
const logged: string[] = [];

beforeEach(() => {
  now = 1_000;
  asked.length = 0;
  logged.length = 0;
  answer = () => Promise.resolve(Response.json({ credits: 12.5 }));
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  jest.spyOn(globalThis, 'fetch').mockImplementation((url) => {
    asked.push(url as string);
    return answer();
  });
  for (const level of ['log', 'warn', 'error'] as const) {
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void logged.push(`${level} ${String(text)}`));
  }
});
afterEach(() => void jest.restoreAllMocks());

const balance = () => new StabilityBalance('https://engine.example', {});
/** Waits for the answer that is under way. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

test('is read again once it is five minutes old, and told in the logs once', async () => {
  const read = balance();
  for (const ms of [0, FRESH_MS - 1, 1, FRESH_MS]) {
    now += ms;
    read.look();
    await answered();
  }
  expect(asked).toEqual(Array.from({ length: 3 }, () => 'https://engine.example/v1/user/balance'));
  expect(logged).toEqual(['log Stability AI: the account has 12.5 credits left']);
  expect(await register.getSingleMetricAsString('engine_credits_left')).toContain('{engine="stability"} 12.5');
});

test.each<[string, () => Response, string]>([
  ['a refusal for good', () => Response.json({ name: 'unauthorized' }, { status: 401 }), 'error'],
  ['a refusal for now', () => Response.json({}, { status: 503 }), 'warn'],
  ['an answer of another shape', () => Response.json({ left: 3 }), 'warn'],
])('%s is told to the operator at its level', async (_, response, level) => {
  answer = () => Promise.resolve(response());
  balance().look();
  await answered();
  expect(logged).toEqual([expect.stringMatching(`^${level} The balance could not be read: `)]);
});

test('is not asked for after the end, and what the end breaks off is no fault', async () => {
  answer = () => Promise.reject(new TypeError('fetch failed'));
  const read = balance();
  read.look();
  await read.close();
  now += FRESH_MS;
  read.look();
  expect([asked.length, logged]).toEqual([1, []]);
});
