import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { REAL_SERVICES, createPlace, fakeProduct, openFakeDatabases } from '../../test/fake-product.js';
import { launch } from './launch.js';
import type { Running } from './running.js';

let place: ReturnType<typeof createPlace>;
let product: Running | undefined;
let databases: Awaited<ReturnType<typeof openFakeDatabases>>;

beforeEach(async () => {
  place = createPlace();
  databases = await openFakeDatabases();
});

afterEach(async () => {
  await product?.stop();
  product = undefined;
  databases.close();
  place.remove();
});

async function start(env: Record<string, string> = {}): Promise<Running> {
  product = await launch({
    product: fakeProduct(),
    dataDir: place.dataDir,
    env: { FAKE_DIR: place.dir, ...databases.env, ...env },
    partEnv: { sandbox: { FAKE_DIR: place.dir } },
  });
  return product;
}

describe('a configured image engine', () => {
  it('is passed on, and reported as the API reports it', async () => {
    const chosen = { STABILITY_API_KEY: 'sk-1', WEBUI_URL: 'http://me:secret@gpu:7860', WEBUI_MODELS: 'sd3.5-large=a' };
    const models = [
      { id: 'sd3.5-large', engine: 'webui' },
      { id: 'sd3.5-medium', engine: 'stability' },
    ];
    const running = await start({ ...REAL_SERVICES, ...chosen, FAKE_MODELS: JSON.stringify({ data: models }) });
    for (const part of ['api', 'worker']) expect(place.environmentOf(part)).toMatchObject(chosen);
    expect(running.engines).toEqual([
      { id: 'webui', models: ['sd3.5-large'] },
      { id: 'stability', models: ['sd3.5-medium'] },
    ]);
    expect(running.sandbox).toBeUndefined();
  });

  it('starts the sandbox that simulates it, even if nothing else needs one', async () => {
    const first = await start();
    const address = `${first.sandbox?.url}/stability`;
    await first.stop();
    const second = await start({ ...REAL_SERVICES, STABILITY_API_KEY: 'sk-1', STABILITY_BASE_URL: address });
    expect(second.parts).toContain('sandbox');
    expect(`${second.sandbox?.url}/stability`).toBe(address);
    expect(await (await fetch(address)).text()).toBe('sandbox');
    expect(place.environmentOf('worker')).toMatchObject({ ...REAL_SERVICES, STABILITY_BASE_URL: address });
  });
});
