import { afterEach, expect, test } from '@jest/globals';
import { startStubEngine, type StubEngine, type StubEngineOptions } from './stub-engine.js';

let engine: StubEngine | undefined;
afterEach(() => engine?.stop());

async function paintings(count: number, options: StubEngineOptions): Promise<number[]> {
  const started = (engine = await startStubEngine(options));
  const paint = async () => (await fetch(`${started.url}/sdapi/v1/txt2img`, { method: 'POST', body: '{}' })).status;
  return Promise.all(Array.from({ length: count }, paint));
}

test('an engine with two slots paints two at once, and all in the end', async () => {
  expect(await paintings(5, { ms: 20, slots: 2, picture: Buffer.from('picture') })).toEqual([200, 200, 200, 200, 200]);
  expect(engine?.busiest()).toBe(2);
});

test('it answers the picture that it was given, and nothing but pictures', async () => {
  await paintings(1, { picture: Buffer.from('picture') });
  const answer = await fetch(`${engine?.url}/sdapi/v1/txt2img`, { method: 'POST', body: '{}' });
  expect(await answer.json()).toMatchObject({ images: [Buffer.from('picture').toString('base64')] });
  expect((await fetch(`${engine?.url}/sdapi/v1/progress`)).status).toBe(404);
});
