import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AttemptAborted } from '../attempt.js';
import { Lease, type LeaseOptions } from './lease.js';

const stop = (): AbortController => new AbortController();
const leaseOf = (more: Partial<LeaseOptions> = {}): Lease =>
  new Lease({
    msLeft: 1_000,
    renewEveryMs: 100,
    renew: () => Promise.resolve(true),
    stop: stop().signal,
    ...more,
  });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('is renewed again and again until its deadline, and says why it ended', async () => {
  const renew = jest.fn(() => Promise.resolve(true));
  const lease = leaseOf({ renew });
  await jest.advanceTimersByTimeAsync(999);
  expect([lease.abortedWhy, lease.signal.aborted, renew.mock.calls.length]).toEqual([null, false, 9]);
  await jest.advanceTimersByTimeAsync(1);
  expect([lease.abortedWhy, lease.signal.aborted]).toEqual(['deadline', true]);
  expect(lease.signal.reason).toEqual(new AttemptAborted('deadline'));
  expect(String(lease.signal.reason)).toContain('aborted: deadline');
  lease.end();
});

test('is lost when another attempt has it, and not when the database is away', async () => {
  const renew = jest.fn<() => Promise<boolean>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(false);
  const lease = leaseOf({ renew });
  await jest.advanceTimersByTimeAsync(100);
  expect(lease.abortedWhy).toBeNull();
  await jest.advanceTimersByTimeAsync(100);
  expect(lease.abortedWhy).toBe('lost');
  lease.end();
});

test('ends with its worker, also one that has been told to stop before', () => {
  const worker = stop();
  const lease = leaseOf({ stop: worker.signal });
  expect(lease.abortedWhy).toBeNull();
  worker.abort();
  expect(lease.abortedWhy).toBe('stopping');
  expect(leaseOf({ stop: AbortSignal.abort() }).abortedWhy).toBe('stopping');
});

test('does nothing any more after its end', async () => {
  const worker = stop();
  const renew = jest.fn(() => Promise.resolve(true));
  const lease = leaseOf({ stop: worker.signal, renew });
  lease.end();
  worker.abort();
  await jest.advanceTimersByTimeAsync(2_000);
  expect([lease.abortedWhy, renew.mock.calls.length, jest.getTimerCount()]).toEqual([null, 0, 0]);
});
