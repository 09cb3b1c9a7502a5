import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { inBackground } from '../process/in-background.js';
import { withLease } from './with-lease.js';

const LEASE_SECONDS = 30;
/** When the first renewal is asked for. */
const RENEWAL_MS = 9_990;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A database that gives the lease to everybody and answers renewals so. */
function database(renew: (time: number) => Promise<{ affected: number }>): DataSource {
  let times = 0;
  const manager = { update: () => renew((times += 1)), delete: () => Promise.resolve() };
  return { query: () => Promise.resolve([{ name: 'walk' }]), manager } as unknown as DataSource;
}

const unreachable = (): Promise<never> => Promise.reject(new Error('connect ECONNREFUSED'));

/** The signal of work that goes on under a lease of this database. */
const signalOfWork = (dataSource: DataSource): Promise<AbortSignal> =>
  new Promise((resolve) => {
    const work = (signal: AbortSignal) => {
      resolve(signal);
      return new Promise<never>(() => undefined);
    };
    inBackground(withLease(dataSource, 'walk', LEASE_SECONDS, work));
  });

test('aborts the signal when no renewal succeeded for as long as the lease is', async () => {
  const signal = await signalOfWork(database(unreachable));
  await jest.advanceTimersByTimeAsync(LEASE_SECONDS * 1000 - 1);
  expect(signal.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(signal.aborted).toBe(true);
});

test('counts from the last renewal that succeeded, and from when it was asked for', async () => {
  const answersLate = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return { affected: 1 };
  };
  const signal = await signalOfWork(database((time) => (time === 1 ? answersLate() : unreachable())));
  await jest.advanceTimersByTimeAsync(RENEWAL_MS + LEASE_SECONDS * 1000 - 1);
  expect(signal.aborted).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(signal.aborted).toBe(true);
});

test('does not abort the signal while renewals succeed', async () => {
  const signal = await signalOfWork(database(() => Promise.resolve({ affected: 1 })));
  await jest.advanceTimersByTimeAsync(10 * LEASE_SECONDS * 1000);
  expect(signal.aborted).toBe(false);
});

test('leaves no timer behind, also when a renewal succeeds after the end of the work', async () => {
  let succeed = (): void => undefined;
  const dataSource = database(() => new Promise((resolve) => (succeed = () => resolve({ affected: 1 }))));
  let finish = (): void => undefined;
  const work = withLease(dataSource, 'walk', LEASE_SECONDS, () => new Promise<void>((resolve) => (finish = resolve)));
  await jest.advanceTimersByTimeAsync(RENEWAL_MS);
  finish();
  await work;
  succeed();
  await jest.advanceTimersByTimeAsync(0);
  expect(jest.getTimerCount()).toBe(0);
});
