import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { formOf, stabilityClient, type StabilityClient } from '../../test/stability.js';

let sandbox: TestSandbox;
let stability: StabilityClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stability = stabilityClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

/** Compares pixels only, without metadata. */
const pixelsOf = (image: Buffer) => sharp(image).raw().toBuffer();

describe('an image of Stability AI', () => {
  it('is sent as bytes, with metadata in headers', async () => {
    const answer = await stability.generate();

    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'finish-reason': 'SUCCESS',
      seed: '7',
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'png',
      width: 1024,
      height: 1024,
      hasAlpha: false,
    });
  });

  it('is sent as JSON on request', async () => {
    const answer = await stability.generate({ output_format: 'jpeg' }, { accept: 'application/json' });

    expect(answer.headers.get('content-type')).toBe('application/json; type=image/jpeg');
    const body = (await answer.json()) as { image: string };
    expect(body).toEqual({ image: expect.any(String), finish_reason: 'SUCCESS', seed: 7 });
    expect(await sharp(Buffer.from(body.image, 'base64')).metadata()).toMatchObject({ format: 'jpeg' });
  });

  it.each([
    ['1:1', 1024, 1024],
    ['16:9', 1344, 768],
    ['21:9', 1536, 640],
    ['2:3', 832, 1216],
    ['3:2', 1216, 832],
    ['4:5', 896, 1088],
    ['5:4', 1088, 896],
    ['9:16', 768, 1344],
    ['9:21', 640, 1536],
  ])('of %s has %d × %d pixels', async (ratio, width, height) => {
    expect(await sharp(await stability.image({ aspect_ratio: ratio })).metadata()).toMatchObject({ width, height });
  });

  it('depends on prompt and seed only', async () => {
    const first = await stability.image();

    expect((await stability.image()).equals(first)).toBe(true);
    for (const other of [{ seed: '8' }, { prompt: 'a lighthouse at dusk' }, { model: 'sd3.5-medium' }]) {
      expect((await pixelsOf(await stability.image(other))).equals(await pixelsOf(first))).toBe(false);
    }
  });

  it('has a random seed when none, or 0, is given', async () => {
    const seeds = await Promise.all(
      [undefined, undefined, '0'].map(async (seed) => (await stability.generate({ seed })).headers.get('seed')),
    );

    expect(new Set(seeds).size).toBe(3);
    expect(seeds).not.toContain('0');
  });

  it.each([
    ['sd3.5-large', false],
    ['sd3.5-large-turbo', true],
    ['sd3.5-medium', false],
    ['sd3.5-flash', true],
  ])('of %s ignores a negative prompt: %p', async (model, isIgnored) => {
    const [plain, negative] = await Promise.all([
      stability.image({ model }),
      stability.image({ model, negative_prompt: 'fog' }),
    ]);

    expect((await pixelsOf(plain)).equals(await pixelsOf(negative))).toBe(isIgnored);
  });

  it('accepts a Chinese prompt', async () => {
    const [sea, hill] = await Promise.all([
      stability.image({ prompt: '海边的灯塔' }),
      stability.image({ prompt: '山上的灯塔' }),
    ]);

    expect((await pixelsOf(sea)).equals(await pixelsOf(hill))).toBe(false);
  });

  it('can start from an image, and has its size', async () => {
    const start = await sharp({ create: { width: 320, height: 256, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const image = new Blob([new Uint8Array(start)], { type: 'image/png' });

    const kept = await stability.image({ mode: 'image-to-image', image, strength: '0' });

    expect(await sharp(kept).metadata()).toMatchObject({ width: 320, height: 256 });
    expect((await sharp(kept).stats()).dominant).toMatchObject({ r: 248, g: 8, b: 8 });
  });

  it('contains a note of the service, as real ones do', async () => {
    const { exif } = await sharp(await stability.image()).metadata();

    expect(exif?.toString('latin1')).toContain('Stability AI');
  });
});

describe('Stability AI refuses', () => {
  const start = new Blob([new Uint8Array(8)], { type: 'image/png' });

  it.each([
    ['no prompt', { prompt: undefined }, 'prompt: required'],
    ['an empty prompt', { prompt: '' }, 'prompt: cannot be blank'],
    ['a prompt that is too long', { prompt: 'a'.repeat(10_001) }, 'prompt: cannot exceed 10000 characters'],
    ['a negative prompt that is too long', { negative_prompt: 'a'.repeat(10_001) }, 'negative_prompt: cannot exceed'],
    ['an unknown model', { model: 'sd9' }, 'model: must be one of sd3.5-large,'],
    ['a ratio it does not have', { aspect_ratio: '3:1' }, 'aspect_ratio: must be one of'],
    ['WebP', { output_format: 'webp' }, 'output_format: must be one of png, jpeg'],
    ['a seed that is too large', { seed: '4294967295' }, 'seed: must be between'],
    ['a seed below 0', { seed: '-1' }, 'seed: must be between'],
    ['a seed that is no integer', { seed: '1.5' }, 'seed: must be an integer'],
    ['too much guidance', { cfg_scale: '11' }, 'cfg_scale: must be between 1 and 10'],
    ['a style it does not have', { style_preset: 'baroque' }, 'style_preset: must be one of'],
    ['an unknown mode', { mode: 'video' }, 'mode: must be one of'],
    ['image-to-image without an image', { mode: 'image-to-image', strength: '1' }, 'image: required'],
    ['image-to-image without a strength', { mode: 'image-to-image', image: start }, 'strength: required'],
    [
      'image-to-image with a ratio',
      { mode: 'image-to-image', image: start, strength: '1', aspect_ratio: '1:1' },
      'aspect_ratio: cannot be used',
    ],
    [
      'image-to-image from what is no image',
      { mode: 'image-to-image', image: start, strength: '1' },
      'image: cannot be read',
    ],
    ['an image for text-to-image', { image: start }, 'image: cannot be used'],
    ['a strength for text-to-image', { strength: '1' }, 'strength: cannot be used'],
  ])('%s', async (_, fields, error) => {
    const { status, header, body } = await stability.fail(fields);

    expect(status).toBe(400);
    expect(body).toEqual({
      id: header('x-request-id'),
      name: 'bad_request',
      errors: [expect.stringContaining(error)],
    });
    expect(await stability.balance()).toEqual({ credits: 1000 });
  });

  it('reports all faults at once', async () => {
    expect(await stability.fail({ prompt: '', seed: 'x' })).toMatchObject({
      body: { errors: ['prompt: cannot be blank', 'seed: must be between 0 and 4294967294'] },
    });
  });

  it.each([
    ['JSON', JSON.stringify({ prompt: 'a' }), { 'content-type': 'application/json' }],
    ['a form of another kind', new URLSearchParams({ prompt: 'a' }), {}],
  ])('%s as a body', async (_, body, headers) => {
    const answer = await stability.send(body, headers);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: ['content-type: must be multipart/form-data'] });
  });

  it('an answer type it does not have', async () => {
    expect(await stability.fail({}, { accept: 'text/html' })).toMatchObject({
      status: 400,
      body: { errors: ["accept: must be 'image/*' or 'application/json'"] },
    });
  });

  it.each([
    ['no key', { authorization: '' }],
    ['another key', { authorization: 'Bearer sk-other' }],
  ])('%s', async (_, headers) => {
    expect(await stability.fail({}, headers)).toMatchObject({
      status: 401,
      body: { name: 'unauthorized', errors: ['authorization: invalid or missing header value'] },
    });
  });

  it('a key at the balance too', async () => {
    const answer = await fetch(`${stability.settings().url}/v1/user/balance`);

    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ name: 'unauthorized', message: expect.any(String) });
  });

  it('more than 10 MiB', async () => {
    const answer = await stability.send(formOf({ prompt: 'a', image: new Blob([new Uint8Array(10 * 1024 * 1024)]) }));

    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ name: 'payload_too_large' });
  });

  it('an address it does not know', async () => {
    const answer = await fetch(`${stability.settings().url}/v2beta/other`);

    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ name: 'not_found', errors: [expect.any(String)] });
  });

  it('styles and other scripts, when it is told to', async () => {
    expect((await stability.generate({ style_preset: 'anime' })).status).toBe(200);

    await sandbox.control('stability', { knowsStylePresets: false, englishOnly: true });

    expect(await stability.fail({ style_preset: 'anime' })).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining('style_preset')] },
    });
    expect(await stability.fail({ prompt: '灯塔' })).toMatchObject({ status: 422, body: { name: 'invalid_language' } });
    expect((await stability.generate({ prompt: 'un phare à l’aube' })).status).toBe(200);
  });
});

describe('the account at Stability AI', () => {
  it.each([
    ['sd3.5-large', 993.5],
    ['sd3.5-large-turbo', 996],
    ['sd3.5-medium', 996.5],
    ['sd3.5-flash', 997.5],
  ])('is charged for an image of %s', async (model, left) => {
    await stability.image({ model });

    expect(await stability.balance()).toEqual({ credits: left });
  });

  it('is not charged when the balance is too low', async () => {
    await sandbox.control('stability', { credits: 6.4 });

    expect(await stability.fail()).toMatchObject({ status: 402, body: { name: 'payment_required' } });
    expect(await stability.balance()).toEqual({ credits: 6.4 });
    expect((await stability.generate({ model: 'sd3.5-large-turbo' })).status).toBe(200);
    expect(await stability.balance()).toEqual({ credits: 2.4 });
  });

  it('keeps key and balance after a restart', async () => {
    await stability.image();
    const { key } = stability.settings();

    sandbox = await sandbox.restart();
    stability = stabilityClient(sandbox);

    expect(stability.settings().key).toBe(key);
    expect(key).toMatch(/^sk-[\w-]{48}$/);
    expect(await stability.balance()).toEqual({ credits: 993.5 });
  });

  it('is blocked for a minute after more than 150 requests in ten seconds', async () => {
    await sandbox.control('clock/freeze', {});
    const call = () => stability.fail({ prompt: '' });
    for (let count = 0; count < 150; count += 1) expect((await call()).status).toBe(400);

    const refused = await call();
    await sandbox.control('clock/advance', { ms: 59_000 });
    const stillRefused = await call();
    await sandbox.control('clock/advance', { ms: 1000 });

    expect(refused).toMatchObject({ status: 429, body: { name: 'rate_limit_exceeded' } });
    expect(refused.header('retry-after')).toBe('60');
    expect([stillRefused.status, stillRefused.header('retry-after')]).toEqual([429, '1']);
    expect((await call()).status).toBe(400);
  });

  it('is allowed again after ten seconds', async () => {
    await sandbox.control('clock/freeze', {});
    const call = () => stability.fail({ prompt: '' });
    for (let count = 0; count < 150; count += 1) await call();
    await sandbox.control('clock/advance', { ms: 10_000 });

    expect((await call()).status).toBe(400);
  });
});
