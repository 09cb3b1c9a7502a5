import { expect, test } from '@jest/globals';
import { setImmediate as soon } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type GeneratedImage, type ImageEngine, type ImageRequest } from '../engines/image-engine.port.js';
import { EngineClient, type EngineClientOptions } from './engine-client.js';
import { DEFAULT_WORKER_TIMES } from './worker-times.js';

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
  onProgress: () => undefined,
});

/** A desk before one engine that paints by `generate`. */
function deskOf(
  generate: ImageEngine['generate'],
  engineTimeoutMs = DEFAULT_WORKER_TIMES.engineTimeoutMs,
): EngineClient {
  const engine = { id: 'studio', capabilities: { parallel: 1 }, generate } as ImageEngine;
  const breaker = { admit: () => Promise.resolve(), note: () => Promise.resolve() };
  const engines = { for: () => engine, idByModel: {}, close: () => Promise.resolve() };
  return new EngineClient(breaker, engines, { ...DEFAULT_WORKER_TIMES, engineTimeoutMs });
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop'))));

test('keeps nothing of an image once it is handed over, while the work that asked for it goes on', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const image = (): GeneratedImage => ({
    bytes: Buffer.alloc(1024 * 1024),
    format: 'png',
    width: 1024,
    height: 1024,
    seed: 1,
    understood: [],
    engineRequestId: null,
  });
  const { signal } = new AbortController();
  const desk = deskOf((_request, { signal: own }) => {
    own.addEventListener('abort', () => undefined);
    return Promise.resolve(image());
  });
  const seen = new WeakRef((await desk.generate(REQUEST, optionsWith(signal))).bytes);
  for (let round = 0; round < 5; round += 1) {
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
