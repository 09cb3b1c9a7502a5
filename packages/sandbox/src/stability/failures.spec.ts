import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { stabilityClient, type StabilityClient } from '../../test/stability.js';

let sandbox: TestSandbox;
let stability: StabilityClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stability = stabilityClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const withKeyword = (keyword: string) => ({ prompt: `a lighthouse #${keyword}` });
const credits = async () => (await stability.balance()).credits;

describe('a failure keyword in a prompt', () => {
  it.each([
    ['unauthorized', 401, 'unauthorized'],
    ['unpaid', 402, 'payment_required'],
    ['moderated', 403, 'content_moderation'],
    ['rejected', 422, 'invalid_language'],
    ['busy', 429, 'rate_limit_exceeded'],
    ['busysilent', 429, 'rate_limit_exceeded'],
    ['broken', 500, 'internal_error'],
    ['unavailable', 503, 'service_unavailable'],
  ])('#%s answers %d and costs nothing', async (keyword, status, name) => {
    expect(await stability.fail(withKeyword(keyword))).toMatchObject({
      status,
      body: { name, errors: [expect.any(String)] },
    });
    expect(await credits()).toBe(1000);
  });

  it.each([
    ['busy', {}, '2'],
    ['busy', { retryAfterSeconds: 9 }, '9'],
    ['busy', { sendsRetryAfter: false }, null],
    ['busysilent', {}, null],
  ])('#%s with %j sends Retry-After %s', async (keyword, settings, seconds) => {
    await sandbox.control('stability', settings);

    expect((await stability.fail(withKeyword(keyword))).header('retry-after')).toBe(seconds);
  });

  it('#blurred blurs, reports and charges the image', async () => {
    const answer = await stability.generate(withKeyword('blurred'));
    const sharpness = async (image: Buffer) => (await sharp(image).stats()).sharpness;

    expect([answer.status, answer.headers.get('finish-reason')]).toEqual([200, 'CONTENT_FILTERED']);
    const blurred = Buffer.from(await answer.arrayBuffer());
    expect(await sharpness(blurred)).toBeLessThan((await sharpness(await stability.image())) / 4);
    const asJson = await stability.generate(withKeyword('blurred'), { accept: 'application/json' });
    expect(await asJson.json()).toMatchObject({ finish_reason: 'CONTENT_FILTERED' });
    expect(await credits()).toBe(980.5);
  });

  it('#truncated sends half an image with status 200', async () => {
    const half = await stability.image(withKeyword('truncated'));

    expect((await sharp(half).metadata()).width).toBe(1024);
    await expect(sharp(half).raw().toBuffer()).rejects.toThrow();
    expect(await credits()).toBe(993.5);
  });

  it('#wrongtype sends a GIF under the name of the format', async () => {
    const answer = await stability.generate(withKeyword('wrongtype'));

    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1'),
    ).toBe('GIF8');
  });

  it('#wrongsize sends another size than requested', async () => {
    expect(await sharp(await stability.image(withKeyword('wrongsize'))).metadata()).toMatchObject({
      format: 'png',
      width: 300,
      height: 200,
    });
  });

  it('#garbage sends bytes that are no image', async () => {
    await expect(sharp(await stability.image(withKeyword('garbage'))).metadata()).rejects.toThrow(
      'unsupported image format',
    );
  });

  it.each([
    ['png', 50_000],
    ['jpeg', 2_000_000],
  ])('#bomb sends a hundred megapixels as a small %s', async (format, limit) => {
    const bomb = await stability.image({ ...withKeyword('bomb'), output_format: format });

    expect(bomb.byteLength).toBeLessThan(limit);
    expect(await sharp(bomb).metadata()).toMatchObject({ format, width: 10_000, height: 10_000 });
  });

  it('#bomb is a valid image', async () => {
    const bomb = await stability.image(withKeyword('bomb'));

    const corner = await sharp(bomb).extract({ left: 9998, top: 9998, width: 2, height: 2 }).raw().toBuffer();
    expect([corner.byteLength, ...new Set(corner)]).toEqual([12, 0]);
  });

  it('#html sends the page of a proxy', async () => {
    const answer = await stability.generate(withKeyword('html'));

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  });

  it('#empty sends an empty body', async () => {
    expect((await stability.image(withKeyword('empty'))).byteLength).toBe(0);
  });

  it('#cut disconnects midway', async () => {
    const answer = await stability.generate(withKeyword('cut'));

    expect([answer.status, answer.headers.get('finish-reason')]).toEqual([200, 'SUCCESS']);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  it('#drop disconnects at once, after charging', async () => {
    await expect(stability.generate(withKeyword('drop'))).rejects.toThrow('fetch failed');
    expect(await credits()).toBe(993.5);
  });

  it('#stall stops midway without disconnecting', async () => {
    const answer = await stability.generate(withKeyword('stall'));
    const reader = answer.body?.getReader();
    const announced = Number(answer.headers.get('content-length'));
    let received = 0;
    while (received < Math.ceil(announced / 2)) received += (await reader?.read())?.value?.byteLength ?? NaN;

    const next = Promise.race([reader?.read(), new Promise((resolve) => setTimeout(resolve, 200, 'silence'))]);

    expect(await next).toBe('silence');
    await reader?.cancel();
  });

  it('#slow delays a correct answer', async () => {
    await sandbox.control('stability', { slowMs: 300 });
    const started = performance.now();

    const image = await stability.image(withKeyword('slow'));

    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
    expect(await sharp(image).metadata()).toMatchObject({ width: 1024 });
  });

  it('is recognised as a whole word only', async () => {
    expect((await stability.generate(withKeyword('brokenheart #1 #harbour'))).status).toBe(200);
  });

  it('/4 always fails for one of four consecutive seeds', async () => {
    const status = async (seed: number) =>
      (await stability.generate({ ...withKeyword('broken/4'), seed: String(seed) })).status;
    const round = async () => [await status(41), await status(42), await status(43), await status(44)];

    expect(await round()).toEqual([200, 200, 200, 500]);
    expect(await round()).toEqual([200, 200, 200, 500]);
  });

  it('*2 fails twice for the same image', async () => {
    const status = async (seed: number) =>
      (await stability.generate({ ...withKeyword('broken*2'), seed: String(seed) })).status;

    expect([await status(1), await status(2), await status(1), await status(1), await status(2)]).toEqual([
      500, 500, 500, 200, 500,
    ]);
  });
});

describe('a planned failure', () => {
  it('applies to the next requests, in the planned order', async () => {
    await sandbox.control('failures', { provider: 'stability', kind: 'broken', times: 2 });
    await sandbox.control('failures', { provider: 'stability', kind: 'moderated' });

    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await stability.generate()).status);

    expect(statuses).toEqual([500, 500, 403, 200]);
  });

  it('does not apply to invalid requests', async () => {
    await sandbox.control('failures', { provider: 'stability', kind: 'broken' });

    expect((await stability.generate({ prompt: '' })).status).toBe(400);
    expect((await stability.generate()).status).toBe(500);
  });

  it('can be cleared', async () => {
    await sandbox.control('failures', { provider: 'stability', kind: 'broken' });

    await fetch(`${sandbox.url}/_sandbox/failures?provider=webui`, { method: 'DELETE' });
    expect(await sandbox.control('failures')).toHaveLength(1);
    await fetch(`${sandbox.url}/_sandbox/failures`, { method: 'DELETE' });

    expect((await stability.generate()).status).toBe(200);
  });

  it.each([
    [{ provider: 'stability', kind: 'earthquake' }, 'has no failure'],
    [{ provider: 'google', kind: 'broken' }, 'has no failure'],
    [{ provider: 'stability', kind: 'broken', times: 0 }, 'times:'],
  ])('is refused when it is unknown: %j', async (body, message) => {
    await expect(sandbox.control('failures', body)).rejects.toThrow(message);
  });
});

describe('the settings of Stability AI', () => {
  it('can be changed one by one', async () => {
    await sandbox.control('stability', { credits: 3, latencyMs: 1 });

    expect(await sandbox.control('stability', { slowMs: 10 })).toMatchObject({ credits: 3, latencyMs: 1, slowMs: 10 });
  });

  it('can delay every image', async () => {
    await sandbox.control('stability', { latencyMs: 300 });
    const started = performance.now();

    await stability.image();

    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });
});

describe('the request log', () => {
  it('lists requested, unknown and ignored fields', async () => {
    await stability.generate({
      ...withKeyword('blurred'),
      model: 'sd3.5-large-turbo',
      negative_prompt: 'fog',
      quality: 'hd',
    });

    expect(await sandbox.control('requests?provider=stability')).toEqual([
      expect.objectContaining({
        path: '/stability/v2beta/stable-image/generate/sd3',
        status: 200,
        detail: expect.objectContaining({
          prompt: 'a lighthouse #blurred',
          seed: 7,
          model: 'sd3.5-large-turbo',
          unknown: ['quality'],
          ignored: ['negative_prompt'],
          failure: 'blurred',
        }),
      }),
    ]);
  });
});
