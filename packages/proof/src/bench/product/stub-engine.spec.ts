import { afterEach, expect, test } from '@jest/globals';
import { startStubEngine, type StubEngine, type StubEngineOptions } from './stub-engine.js';

let engine: StubEngine | undefined;
afterEach(() => engine?.stop());

async function generate(count: number, options: StubEngineOptions): Promise<number[]> {
  const started = (engine = await startStubEngine(options));
  const request = async () => (await fetch(`${started.url}/sdapi/v1/txt2img`, { method: 'POST', body: '{}' })).status;
  return Promise.all(Array.from({ length: count }, request));
}

test('processes as many images at once as it has slots', async () => {
  expect(await generate(5, { ms: 20, slots: 2, image: Buffer.from('image') })).toEqual([200, 200, 200, 200, 200]);
  expect(engine?.maxInProgress()).toBe(2);
});

test('returns the given image, and 404 for other calls', async () => {
  await generate(1, { image: Buffer.from('image') });
  const answer = await fetch(`${engine?.url}/sdapi/v1/txt2img`, { method: 'POST', body: '{}' });
  expect(await answer.json()).toMatchObject({ images: [Buffer.from('image').toString('base64')] });
  expect((await fetch(`${engine?.url}/sdapi/v1/progress`)).status).toBe(404);
});
