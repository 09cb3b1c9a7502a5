import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setImmediate as soon } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  EngineError,
  type GeneratedImage,
  type ImageEngine,
  type ImageRequest,
} from '../../engines/image-engine.port.js';
import { engineSeconds } from '../../shared/metrics.js';
import { AttemptAborted } from '../attempt.js';
import { EngineClient, type EngineClientOptions } from './engine-client.js';
import { DEFAULT_WORKER_TIMES } from '../worker-times.js';

const REQUEST: ImageRequest = {
  requestId: 'one',
  prompt: 'a lighthouse',
  negativePrompt: '',
  model: 'sd3.5-flash',
  style: 'anime',
  size: '1:1',
  width: 1024,
  height: 1024,
  quality: 'standard',
  seed: 1,
  format: 'png',
};

const optionsWith = (signal: AbortSignal): EngineClientOptions => ({
  signal,
  probe: null,
  generationId: '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1',
  onStart: () => undefined,
  msLeft: () => 240_000,
  onProgress: () => undefined,
});

/** What the breaker was told of each call: its error, or undefined. */
const noted: unknown[] = [];
beforeEach(() => void (noted.length = 0));

/** A desk before one engine that paints by `generate`. */
function deskOf(generate: ImageEngine['generate'], timeoutMs = 90_000, admit = () => Promise.resolve()): EngineClient {
  const engine = { id: 'studio', capabilities: { parallel: 1, timeoutMs }, generate } as ImageEngine;
  const breaker = { admit, note: (...[, , error]: unknown[]) => Promise.resolve(void noted.push(error)) };
  const engines = { for: () => engine, idByModel: {}, close: () => Promise.resolve() };
  return new EngineClient(breaker, engines, DEFAULT_WORKER_TIMES);
}

const image = (): GeneratedImage => ({
  bytes: Buffer.alloc(1024 * 1024),
  format: 'png',
  width: 1024,
  height: 1024,
  seed: 1,
  understood: [],
  engineRequestId: null,
});

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))));

test('keeps nothing of an image once it is handed over, while the work that asked for it goes on', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { signal } = new AbortController();
  const desk = deskOf((_request, { signal: own }) => {
    own.addEventListener('abort', () => undefined);
    return Promise.resolve(image());
  });
  const seen = new WeakRef((await desk.generate(REQUEST, optionsWith(signal))).bytes);
  for (let round = 0; round < 5 && seen.deref() !== undefined; round += 1) {
    await soon();
    collect();
  }
  expect(seen.deref()).toBeUndefined();
});

test('an engine is told when the caller goes away, and its own words about it are not passed on', async () => {
  const going = new AbortController();
  let told: Promise<never> | undefined;
  const desk = deskOf((_request, { signal }) => {
    told = untilAborted(signal);
    return told;
  });
  const asked = desk.generate(REQUEST, optionsWith(going.signal));
  await soon();
  going.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  await expect(told).rejects.toThrow('told to stop');
});

test('an engine that takes too long is told so, and given up even if it does not listen', async () => {
  const desk = deskOf(() => new Promise(() => undefined), 1);
  const { signal } = new AbortController();
  await expect(desk.generate(REQUEST, optionsWith(signal))).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT' });
  expect(signal.aborted).toBe(false);
});

test('each call is counted and told to the breaker by how it ended, and leaves its slot to the next', async () => {
  const busy = new EngineError('ENGINE_BUSY', 'busy');
  const endings = [() => Promise.resolve(image()), () => Promise.reject(busy), () => Promise.reject(new Error('odd'))];
  const desk = deskOf(() => endings.shift()?.() ?? new Promise(() => undefined));
  engineSeconds.reset();
  const going = new AbortController();
  const asked = endings.map(() => desk.generate(REQUEST, optionsWith(going.signal)));
  const aborted = desk.generate(REQUEST, optionsWith(going.signal));
  await expect(asked[0]).resolves.toMatchObject({ seed: 1 });
  await expect(asked[1]).rejects.toBe(busy);
  await expect(asked[2]).rejects.toMatchObject({ code: 'ENGINE_FAILED', message: 'Error: odd' });
  await soon();
  going.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  expect(noted).toEqual([undefined, busy, expect.any(EngineError), new Error('gone')]);
  const { values } = await engineSeconds.get();
  const results = values.filter(({ metricName }) => metricName?.endsWith('_count')).map(({ labels }) => labels.result);
  expect(results).toEqual(['ok', 'ENGINE_BUSY', 'ENGINE_FAILED', 'aborted']);
});

test('an engine is not called for an image that is no longer wanted once the breaker has answered', async () => {
  const going = new AbortController();
  const generate = jest.fn(() => Promise.resolve(image()));
  const desk = deskOf(generate, 1_000, () => Promise.resolve(going.abort(new Error('gone'))));
  await expect(desk.generate(REQUEST, optionsWith(going.signal))).rejects.toThrow('gone');
  expect([generate.mock.calls, noted]).toEqual([[], []]);
});

test('a call that ended leaves neither a timer nor a listener behind', async () => {
  jest.useFakeTimers();
  try {
    const { signal } = new AbortController();
    const [added, removed] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await deskOf(() => Promise.resolve(image())).generate(REQUEST, optionsWith(signal));
    expect(jest.getTimerCount()).toBe(0);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  } finally {
    jest.useRealTimers();
  }
});

describe('a call that its deadline ends', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** An engine that answers only if it is told to, before its limit of 90 s. */
  function hangingDesk() {
    const next: { answers: boolean } = { answers: false };
    const desk = deskOf(() => (next.answers ? Promise.resolve(image()) : new Promise(() => undefined)));
    const call = async (deadlineSeconds: number): Promise<void> => {
      const deadline = new AbortController();
      const asked = desk.generate(REQUEST, optionsWith(deadline.signal)).catch(() => undefined);
      const timer = setTimeout(() => deadline.abort(new AttemptAborted('deadline')), deadlineSeconds * 1_000);
      await jest.advanceTimersByTimeAsync(deadlineSeconds * 1_000);
      await asked;
      clearTimeout(timer);
    };
    const answer = async (): Promise<void> => {
      next.answers = true;
      await call(1);
      next.answers = false;
    };
    return { call, answer };
  }
  const faults = () => noted.map((error) => (error instanceof EngineError ? error.code : String(error)));
  const ENDED = 'Error: aborted: deadline';

  test('is a fault, however short, once the engine has answered nothing for a minute', async () => {
    const { call } = hangingDesk();
    await call(100);
    for (let n = 0; n < 4; n += 1) await call(10);
    expect(faults()).toEqual(Array.from({ length: 5 }, () => 'ENGINE_TIMEOUT'));
  });

  test('is one from the minute on, if no call of the engine was longer', async () => {
    const { call } = hangingDesk();
    for (let n = 0; n < 4; n += 1) await call(20);
    expect(faults()).toEqual([ENDED, ENDED, 'ENGINE_TIMEOUT', 'ENGINE_TIMEOUT']);
  });

  test('is none of an engine that has answered since, or that was asked nothing meanwhile', async () => {
    const { call, answer } = hangingDesk();
    await call(50);
    await answer();
    await call(10);
    await jest.advanceTimersByTimeAsync(1_000_000);
    await call(10);
    expect(faults()).toEqual([ENDED, 'undefined', ENDED, ENDED]);
  });
});
