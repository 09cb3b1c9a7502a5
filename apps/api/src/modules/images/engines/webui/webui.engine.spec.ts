import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import { prepareImage } from '../../worker/image-file/prepare-image.js';
import { UnusableImageError } from '../../worker/image-file/unusable-image.error.js';
import type { EngineErrorCode, ImageRequest } from '../image-engine.port.js';
import type { WebuiSettings } from './webui-server.js';
import { WebuiEngine } from './webui.engine.js';

Logger.overrideLogger(false);
const sandbox = useSandbox();
const TIMES = { pollMs: 20, silenceMs: 300 };
const SMALL = { width: 64, height: 64 };
const SHRINK = 8;

async function settings(environment: Record<string, string> = {}): Promise<WebuiSettings> {
  const { webui } = testConfig({ ...(await offerOf(sandbox, 'webui')), ...environment });
  if (!webui) throw new Error('the sandbox offers no WebUI');
  return webui;
}

imageEngineContract('webui', async () => new WebuiEngine(await settings(), TIMES), SHRINK);

let engine: WebuiEngine;
beforeAll(async () => {
  engine = new WebuiEngine(await settings(), TIMES);
});
afterAll(() => engine.close());

const cued = (cue: string): Partial<ImageRequest> => ({ ...SMALL, prompt: `a lighthouse #${cue}` });
const asked = async () => (await paintingsOf(sandbox, 'webui')).map(({ detail }) => detail);

describe('what a WebUI server answers instead of an image', () => {
  test.each<[string, EngineErrorCode, boolean, number]>([
    ['unauthorized', 'ENGINE_UNAVAILABLE', false, 0],
    ['busy', 'ENGINE_BUSY', true, 2_000],
    ['busysilent', 'ENGINE_BUSY', true, 5_000],
    ['broken', 'ENGINE_FAILED', true, 0],
    ['unavailable', 'ENGINE_UNAVAILABLE', true, 5_000],
    ['blackened', 'CONTENT_REJECTED', false, 0],
    ['fewer', 'ENGINE_FAILED', true, 0],
    ['html', 'ENGINE_FAILED', true, 0],
    ['empty', 'ENGINE_FAILED', true, 0],
    ['cut', 'ENGINE_FAILED', true, 0],
    ['drop', 'ENGINE_UNAVAILABLE', true, 0],
    ['stall', 'ENGINE_TIMEOUT', true, 0],
  ])('%s: %s, again: %s, after %d ms', async (cue, ...expected) => {
    const error = await engineErrorOf(paint(engine, cued(cue)));
    expect(kindOf(error)).toEqual(expected);
    expectDiscreet(error, ['lighthouse', 'CUDA', 'It works!', 'Service Unavailable']);
    expect(await asked()).toHaveLength(1);
  });

  test('nobody there is no engine at the moment', async () => {
    const lost = new WebuiEngine({ ...(await settings()), url: await desertedAddress() }, TIMES);
    const error = await engineErrorOf(paint(lost));
    expect(kindOf(error)).toEqual(['ENGINE_UNAVAILABLE', true, 0]);
    expect(error.message).toBe('The WebUI server cannot be reached (ECONNREFUSED)');
  });

  test('another address on it has no such call', async () => {
    const { url, ...rest } = await settings();
    const lost = new WebuiEngine({ ...rest, url: `${url}/elsewhere` }, TIMES);
    expect(kindOf(await engineErrorOf(paint(lost)))).toEqual(['ENGINE_UNAVAILABLE', false, 0]);
  });

  test('what it cannot do is not asked for again', async () => {
    const other = new WebuiEngine(await settings({ WEBUI_SAMPLER: 'Wet Brush' }), TIMES);
    expect(kindOf(await engineErrorOf(paint(other, SMALL)))).toEqual(['ENGINE_FAILED', false, 0]);
  });
});

describe('a server that asks who is there', () => {
  const auth = { user: 'me@home', password: 'p:ss/wörd' };

  test('hears it from the address', async () => {
    await sandbox.control('webui', { auth });
    const known = new WebuiEngine(await settings(), TIMES);
    expect(await paint(known, SMALL)).toMatchObject({ format: 'png', ...SMALL });
  });

  test('is told no password by an error', async () => {
    await sandbox.control('webui', { auth });
    const known = await settings();
    const wrong = new WebuiEngine({ ...known, auth: { user: 'me@home', password: 'hunter2' } }, TIMES);
    const error = await engineErrorOf(paint(wrong, SMALL));
    expect(kindOf(error)).toEqual(['ENGINE_UNAVAILABLE', false, 0]);
    expectDiscreet(error, ['hunter2', Buffer.from('me@home:hunter2').toString('base64')]);
  });
});

describe('a file that is not the image that was asked for', () => {
  test.each(['truncated', 'wrongtype', 'wrongsize', 'bomb', 'garbage'])(
    '%s is handed on, and refused by the check that all files go through',
    async (cue) => {
      const { bytes } = await paint(engine, cued(cue));
      const wanted = { ...SMALL, format: 'png', sourceType: 'trainedAlgorithmicMedia' } as const;
      await expect(prepareImage(bytes, wanted)).rejects.toBeInstanceOf(UnusableImageError);
    },
  );
});

describe('what is asked for', () => {
  test('is what the person chose, with the style in words', async () => {
    await paint(engine, { ...SMALL, negativePrompt: 'fog', style: 'pixel-art', seed: 0 });
    expect(await asked()).toEqual([
      expect.objectContaining({
        prompt: expect.stringMatching(/^a lighthouse at dawn, pixel art, /),
        negative_prompt: 'fog',
        ...SMALL,
        seed: 0,
        steps: 28,
        cfg_scale: 5,
        tags: [],
        override_settings: {},
      }),
    ]);
  });

  test('holds no orders to the server, neither in the prompt nor in the negative one', async () => {
    const prompt = 'a lighthouse <lora:x:1> at <lo<lora:y:2>ra:z:3> dawn <sd_cpp_extra_args>{"steps":1}';
    await paint(engine, { ...SMALL, prompt, negativePrompt: '<hypernet:w:1> fog' });
    expect(await asked()).toEqual([expect.objectContaining({ tags: [], negative_prompt: 'fog' })]);
  });

  test('is as many steps and as much guidance as the operator says', async () => {
    const other = new WebuiEngine(
      await settings({ WEBUI_STEPS: '12', WEBUI_CFG_SCALE: '3.5', WEBUI_SAMPLER: 'Euler a' }),
      TIMES,
    );
    await paint(other, SMALL);
    expect(await asked()).toEqual([expect.objectContaining({ steps: 12, cfg_scale: 3.5, sampler_name: 'Euler a' })]);
  });

  test('is painted by the checkpoint of its model; a distilled one gets few steps and no negative prompt', async () => {
    const other = new WebuiEngine(
      await settings({ WEBUI_MODELS: 'sd3.5-medium=sd3.5_medium.safetensors,sd3.5-flash=v1-5-pruned-emaonly' }),
      TIMES,
    );
    await paint(other, SMALL);
    await paint(other, { ...SMALL, model: 'sd3.5-flash', negativePrompt: 'fog' });
    expect(await asked()).toMatchObject([
      { override_settings: { sd_model_checkpoint: 'sd3.5_medium.safetensors' }, steps: 28 },
      {
        override_settings: { sd_model_checkpoint: 'v1-5-pruned-emaonly' },
        steps: 8,
        cfg_scale: 1,
        negative_prompt: '',
      },
    ]);
    expect(other.capabilities.honoursNegativePrompt('sd3.5-flash')).toBe(false);
    expect(other.capabilities.honoursNegativePrompt('sd3.5-medium')).toBe(true);
  });

  test('from a checkpoint that the server does not have calls for the operator, once', async () => {
    const before = await alertsOf('webui_checkpoint');
    const other = new WebuiEngine(await settings({ WEBUI_MODELS: 'sd3.5-medium=nowhere.safetensors' }), TIMES);
    await paint(other, SMALL);
    await paint(other, SMALL);
    expect(await alertsOf('webui_checkpoint')).toBe(before + 1);
  });
});

test('the same words in another style are another image', async () => {
  const images = await Promise.all((['anime', 'origami'] as const).map((style) => paint(engine, { ...SMALL, style })));
  const [first, other] = await Promise.all(images.map(({ bytes }) => sharp(bytes).raw().toBuffer()));
  expect(first?.equals(other ?? Buffer.alloc(0))).toBe(false);
});
