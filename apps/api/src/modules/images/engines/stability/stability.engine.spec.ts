import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { register } from 'prom-client';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { imageEngineContract } from '../../../../../test/contracts/image-engine.contract.js';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { testConfig } from '../../../../../test/support/config.js';
import {
  desertedAddress,
  engineErrorOf,
  expectDiscreet,
  kindOf,
  offerOf,
  paint,
  paintingsOf,
} from '../../../../../test/support/images/engines.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { until } from '../../../../../test/support/timing/until.js';
import { prepareImage } from '../../worker/image-file/prepare-image.js';
import { UnusableImageError } from '../../worker/image-file/unusable-image.error.js';
import type { EngineErrorCode, ImageRequest } from '../image-engine.port.js';
import { StabilityEngine, type StabilitySettings } from './stability.engine.js';

Logger.overrideLogger(false);
const sandbox = useSandbox();
const SILENCE_MS = 300;

async function settings(): Promise<StabilitySettings> {
  const { stability } = testConfig(await offerOf(sandbox, 'stability'));
  if (!stability) throw new Error('the sandbox offers no Stability AI');
  return stability;
}

imageEngineContract('stability', async () => new StabilityEngine(await settings()));

let engine: StabilityEngine;
beforeAll(async () => {
  engine = new StabilityEngine(await settings(), SILENCE_MS);
});
afterAll(() => engine.close());

const cued = (cue: string): Partial<ImageRequest> => ({ prompt: `a lighthouse #${cue}` });

describe('what Stability AI answers instead of an image', () => {
  test.each<[string, EngineErrorCode, boolean, number]>([
    ['unauthorized', 'ENGINE_UNAVAILABLE', false, 0],
    ['unpaid', 'ENGINE_UNAVAILABLE', false, 0],
    ['moderated', 'CONTENT_REJECTED', false, 0],
    ['rejected', 'CONTENT_REJECTED', false, 0],
    ['blurred', 'CONTENT_REJECTED', false, 0],
    ['busy', 'ENGINE_BUSY', true, 2_000],
    ['busysilent', 'ENGINE_BUSY', true, 60_000],
    ['broken', 'ENGINE_FAILED', true, 0],
    ['unavailable', 'ENGINE_UNAVAILABLE', true, 5_000],
    ['html', 'ENGINE_FAILED', true, 0],
    ['empty', 'ENGINE_FAILED', true, 0],
    ['cut', 'ENGINE_FAILED', true, 0],
    ['drop', 'ENGINE_UNAVAILABLE', true, 0],
    ['stall', 'ENGINE_TIMEOUT', true, 0],
  ])('%s: %s, again: %s, after %d ms', async (cue, ...expected) => {
    const error = await engineErrorOf(paint(engine, cued(cue)));
    expect(kindOf(error)).toEqual(expected);
    const { apiKey } = await settings();
    expectDiscreet(error, [apiKey, 'lighthouse', 'platform.stability.ai', 'It works!', 'only supported language']);
    expect(await paintingsOf(sandbox, 'stability')).toHaveLength(1);
  });

  test.each(['unauthorized', 'unpaid'])('%s calls for the operator', async (cue) => {
    const kind = cue === 'unpaid' ? 'stability_credits' : 'stability_key';
    const before = await alertsOf(kind);
    await engineErrorOf(paint(engine, cued(cue)));
    expect(await alertsOf(kind)).toBe(before + 1);
  });

  test('nobody there is no engine at the moment', async () => {
    const lost = new StabilityEngine({ ...(await settings()), baseUrl: await desertedAddress() });
    const error = await engineErrorOf(paint(lost));
    expect(kindOf(error)).toEqual(['ENGINE_UNAVAILABLE', true, 0]);
    expect(error.message).toBe('Stability AI cannot be reached (ECONNREFUSED)');
    await lost.close();
  });

  test('a wrong key is told to nobody', async () => {
    const stranger = new StabilityEngine({ ...(await settings()), apiKey: 'sk-wrong' });
    const error = await engineErrorOf(paint(stranger));
    expect(kindOf(error)).toEqual(['ENGINE_UNAVAILABLE', false, 0]);
    expectDiscreet(error, ['sk-wrong']);
    await stranger.close();
  });
});

describe('a file that is not the image that was asked for', () => {
  test.each(['truncated', 'wrongtype', 'wrongsize', 'bomb', 'garbage'])(
    '%s is handed on, and refused by the check that all files go through',
    async (cue) => {
      const { bytes } = await paint(engine, cued(cue));
      const wanted = { width: 1024, height: 1024, format: 'png', sourceType: 'trainedAlgorithmicMedia' } as const;
      await expect(prepareImage(bytes, wanted)).rejects.toBeInstanceOf(UnusableImageError);
    },
  );

  test('is described as it is', async () => {
    expect(await paint(engine, cued('wrongsize'))).toMatchObject({ format: 'png', width: 300, height: 200 });
  });
});

describe('an abort', () => {
  test('ends the call at once, by its own reason', async () => {
    await sandbox.control('stability', { latencyMs: 60_000 });
    const stop = new AbortController();
    const painting = paint(engine, {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(painting).rejects.toThrow('enough');
  });

  test('ends an answer that is under way', async () => {
    const patient = new StabilityEngine(await settings(), 60_000);
    const stop = new AbortController();
    const painting = paint(patient, cued('stall'), { signal: stop.signal });
    await until(async () => (await paintingsOf(sandbox, 'stability')).length === 1);
    stop.abort(new Error('enough'));
    await expect(painting).rejects.toThrow('enough');
    await patient.close();
  });
});

describe('what is asked for', () => {
  const asked = async () => (await paintingsOf(sandbox, 'stability')).map(({ detail }) => detail);

  test('is what the person chose', async () => {
    const { engineRequestId } = await paint(engine, {
      negativePrompt: 'fog',
      style: 'origami',
      size: '21:9',
      width: 1536,
      height: 640,
      format: 'jpeg',
      seed: 7,
    });
    expect(engineRequestId).toMatch(/^[0-9a-f]{32}$/);
    expect(await asked()).toEqual([
      expect.objectContaining({
        prompt: 'a lighthouse at dawn',
        negative_prompt: 'fog',
        style_preset: 'origami',
        aspect_ratio: '21:9',
        model: 'sd3.5-medium',
        output_format: 'jpeg',
        seed: 7,
      }),
    ]);
    expect((await asked())[0]).not.toHaveProperty('unknown');
  });

  test('is PNG where WebP is wanted', async () => {
    expect(await paint(engine, { format: 'webp' })).toMatchObject({ format: 'png' });
  });

  test.each(['sd3.5-large-turbo', 'sd3.5-flash'])('leaves out what %s cannot leave out', async (model) => {
    await paint(engine, { model, negativePrompt: 'fog' });
    expect(engine.capabilities.honoursNegativePrompt(model)).toBe(false);
    expect((await asked())[0]).not.toHaveProperty('negative_prompt');
  });

  test('for seed 0 is the same image each time, and another than its neighbours', async () => {
    const images = [
      await paint(engine, { seed: 0 }),
      await paint(engine, { seed: 0 }),
      await paint(engine, { seed: 1 }),
    ];
    expect(images.map(({ seed }) => seed)).toEqual([0, 0, 1]);
    const [first, again, other] = await Promise.all(images.map(({ bytes }) => sharp(bytes).raw().toBuffer()));
    expect(first?.equals(again ?? Buffer.alloc(0))).toBe(true);
    expect(first?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });
});

describe('where styles are not known', () => {
  const withoutStyles = async (): Promise<StabilityEngine> => {
    await sandbox.control('stability', { knowsStylePresets: false });
    return new StabilityEngine(await settings(), SILENCE_MS);
  };
  const statuses = async () => (await paintingsOf(sandbox, 'stability')).map(({ status }) => status);

  test('they are said in words from then on', async () => {
    const other = await withoutStyles();
    await paint(other, { style: 'origami' });
    await paint(other, { style: 'origami', seed: 43 });
    expect(await statuses()).toEqual([400, 200, 200]);
    const prompts = (await paintingsOf(sandbox, 'stability')).slice(1).map(({ detail }) => detail?.['prompt']);
    for (const prompt of prompts) expect(prompt).toMatch(/^a lighthouse at dawn, origami, /);
    await other.close();
  });

  test('the image that found out is not asked for a third time', async () => {
    const other = await withoutStyles();
    const error = await engineErrorOf(paint(other, cued('broken')));
    expect(kindOf(error)).toEqual(['ENGINE_FAILED', false, 0]);
    expect(await statuses()).toEqual([400, 500]);
    await other.close();
  });

  test('a pause that the second question is asked for is kept, so that the engine is called for nobody', async () => {
    const other = await withoutStyles();
    const error = await engineErrorOf(paint(other, cued('busysilent')));
    expect([...kindOf(error), error.pauseMs]).toEqual(['ENGINE_BUSY', false, 60_000, 60_000]);
    expect(await statuses()).toEqual([400, 429]);
    await other.close();
  });

  test('an outage that the second question meets is not taken for a refusal of the account', async () => {
    const other = await withoutStyles();
    const error = await engineErrorOf(paint(other, cued('unavailable')));
    expect(kindOf(error)).toEqual(['ENGINE_FAILED', false, 5_000]);
    const refused = await withoutStyles();
    const refusal = await engineErrorOf(paint(refused, cued('unpaid')));
    expect(kindOf(refusal)).toEqual(['ENGINE_UNAVAILABLE', false, 0]);
    await Promise.all([other.close(), refused.close()]);
  });

  test('a later attempt that finds out costs one call, and the next says them in words', async () => {
    const other = await withoutStyles();
    const error = await engineErrorOf(paint(other, { requestId: 'picture:2' }));
    expect(kindOf(error)).toEqual(['ENGINE_FAILED', true, 0]);
    await paint(other, { requestId: 'picture:3' });
    expect(await statuses()).toEqual([400, 200]);
    await other.close();
  });
});

test('the operator can read what the account has left', async () => {
  await sandbox.control('stability', { credits: 12.5 });
  const other = new StabilityEngine(await settings());
  const told = (): Promise<string> => register.getSingleMetricAsString('engine_credits_left');
  await until(async () => (await told()).includes('12.5'));
  expect(await told()).toContain('engine_credits_left{engine="stability"} 12.5');
  await other.close();
});

test.each([
  ['a wrong key is an error', { apiKey: 'sk-wrong' }, 'error', 'answered 401 unauthorized'],
  ['a service that is away is a warning', { baseUrl: '' }, 'warn', 'cannot be reached'],
] as const)('at the start %s in the logs', async (_, wrong, level, text) => {
  const spy = jest.spyOn(Logger.prototype, level);
  const baseUrl = 'baseUrl' in wrong ? { baseUrl: await desertedAddress() } : {};
  const other = new StabilityEngine({ ...(await settings()), ...wrong, ...baseUrl });
  await until(() => spy.mock.calls.length > 0);
  expect(spy.mock.calls.map(([message]) => String(message))).toEqual([expect.stringContaining(text)]);
  spy.mockRestore();
  await other.close();
});
