import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { DatabaseMetrics } from './database-metrics.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

const ONE = { metric: 'one', labels: {}, value: 1 };
const OTHER = { metric: 'other', labels: {}, value: 2 };

/** Metrics of a database that answers so, and how often it was asked. */
function measuring(answer: () => Promise<object[]>) {
  const asked: number[] = [];
  const query = () => {
    asked.push(performance.now());
    return answer();
  };
  return { metrics: new DatabaseMetrics({ query } as never), asked };
}

test('the gauges of one scrape share one look, and each tells its own', async () => {
  const { metrics, asked } = measuring(() => Promise.resolve([ONE, OTHER, { ...ONE, value: 3 }]));
  expect(await metrics.of('one')).toEqual([ONE, { ...ONE, value: 3 }]);
  jest.advanceTimersByTime(4_999);
  expect(await metrics.of('other')).toEqual([OTHER]);
  expect(asked).toHaveLength(1);
  jest.advanceTimersByTime(1);
  await metrics.of('one');
  expect(asked).toHaveLength(2);
});

test('a database that fails, or does not answer in time, leaves no value', async () => {
  const { metrics } = measuring(() => Promise.reject(new Error('no database')));
  expect(await metrics.of('one')).toEqual([]);
  const silent = measuring(() => new Promise(() => undefined));
  const found = silent.metrics.of('one');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await found).toEqual([]);
});
