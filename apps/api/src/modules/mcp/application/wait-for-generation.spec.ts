import type { Generation } from '@app/contracts';
import { afterEach, expect, jest, test } from '@jest/globals';
import timers, { setImmediate as turn } from 'node:timers/promises';
import type { UserEvent } from '../../../platform/events/user-events.js';
import { MOST_WAITS, WaitForGeneration } from './wait-for-generation.js';

afterEach(() => void jest.restoreAllMocks());

const CHANGED = { name: 'generation_changed', data: { generation_id: 'generation-1' } } as const;
const ASKED = { userId: 'ada', id: 'generation-1', locale: 'en' } as const;

/** A wait whose generation has a status after the other, and the last one from then on. No pause ends by itself. */
function waiting(statuses: Generation['status'][], { seconds = 25, reads = 9, onShow = () => {} }: Waited = {}) {
  const pauses: number[] = [];
  const shown: string[] = [];
  const listeners = new Set<(event: UserEvent) => void>();
  jest.spyOn(timers, 'setTimeout').mockImplementation(((
    ms: number,
    _: unknown,
    { signal }: { signal: AbortSignal },
  ) => {
    pauses.push(ms);
    return new Promise((_resolve, reject) => {
      if (signal.aborted) reject(new Error('aborted'));
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  }) as never);
  const emit = (event: UserEvent): void => listeners.forEach((listener) => listener(event));
  const show = (): Promise<Generation> => {
    const status = statuses[Math.min(shown.length, statuses.length - 1)];
    shown.push(String(status));
    if (shown.length > reads) throw new Error('read without a pause');
    onShow(emit, shown.length);
    return Promise.resolve({ status } as Generation);
  };
  const subscribe = (_: string, listener: (event: UserEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const service = new WaitForGeneration({ show }, { subscribe });
  const leaving = new AbortController();
  const result = service.wait(ASKED, { seconds, signal: leaving.signal });
  return { service, result, pauses, shown, listeners, emit, leaving };
}
interface Waited {
  seconds?: number;
  /** More of them are a loop without a pause. */
  reads?: number;
  onShow?: (emit: (event: UserEvent) => void, times: number) => void;
}

test.each(['completed', 'failed'] as const)('a generation that is %s is answered at once', async (status) => {
  const { result, pauses, listeners } = waiting([status]);
  expect(await result).toEqual({ status });
  expect([pauses, listeners.size]).toEqual([[], 0]);
});

test('a change of a generation ends the wait, and other news of the person does not', async () => {
  const { result, shown, emit, listeners } = waiting(['processing', 'completed']);
  await turn();
  emit({ name: 'quota', data: {} });
  await turn();
  expect(shown).toEqual(['processing']);
  emit(CHANGED);
  await turn();
  expect(shown).toEqual(['processing', 'completed']);
  expect(await result).toEqual({ status: 'completed' });
  expect(listeners.size).toBe(0);
});

test('a change while the generation is read is not missed', async () => {
  const onShow: Waited['onShow'] = (emit, times) => times === 1 && emit(CHANGED);
  expect(await waiting(['processing', 'completed'], { onShow }).result).toEqual({ status: 'completed' });
});

test.each([
  [25, 4_900, 5_000],
  [2, 1_000, 2_000],
])('of %i s, it pauses at most five at a time, and not for longer than is left', async (seconds, least, most) => {
  const { result, pauses, leaving } = waiting(['pending'], { seconds });
  await turn();
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThan(least);
  expect(pauses[0]).toBeLessThanOrEqual(most);
  leaving.abort();
  await result;
});

test('after its time, or when the client leaves, the generation is answered as it is', async () => {
  expect(await waiting(['pending'], { seconds: 0 }).result).toEqual({ status: 'pending' });
  const { result, leaving } = waiting(['pending', 'processing']);
  await turn();
  leaving.abort();
  expect(await result).toEqual({ status: 'processing' });
});

test('of one person too many ends the oldest with its generation as it is, and no other', async () => {
  const { service, result, listeners, leaving } = waiting(['pending'], { reads: 3 * MOST_WAITS });
  await turn();
  const other = service.wait({ ...ASKED, userId: 'lin' }, { seconds: 25, signal: leaving.signal });
  const more = Array.from({ length: MOST_WAITS - 1 }, () =>
    service.wait(ASKED, { seconds: 25, signal: leaving.signal }),
  );
  await turn();
  expect(listeners.size).toBe(MOST_WAITS + 1);
  const last = service.wait(ASKED, { seconds: 25, signal: leaving.signal });
  await turn();
  expect(listeners.size).toBe(MOST_WAITS + 1);
  expect(await result).toEqual({ status: 'pending' });
  leaving.abort();
  await Promise.all([other, last, ...more]);
  expect(listeners.size).toBe(0);
});

test('a wait that has ended makes room', async () => {
  const { service, result, listeners, leaving } = waiting(['pending'], { reads: 2 * MOST_WAITS });
  for (let n = 0; n < MOST_WAITS; n += 1) await service.wait(ASKED, { seconds: 25, signal: AbortSignal.abort() });
  await turn();
  expect(listeners.size).toBe(1);
  leaving.abort();
  await result;
});
