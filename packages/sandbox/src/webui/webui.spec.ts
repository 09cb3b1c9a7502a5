import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { webuiClient, type WebuiClient } from '../../test/webui.js';

let sandbox: TestSandbox;
let webui: WebuiClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  webui = webuiClient(sandbox);
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.dispose());

const pixelsOf = (image: Buffer | undefined) => sharp(image).raw().toBuffer();

describe('an image of a WebUI server', () => {
  it('is a PNG in base64, with its parameters', async () => {
    const { images, info, parameters } = await webui.generate({ width: 768, height: 1344, steps: 30 });

    expect(await sharp(images[0]).metadata()).toMatchObject({ format: 'png', width: 768, height: 1344 });
    expect(parameters).toMatchObject({ prompt: 'a lighthouse', width: 768 });
    expect(info).toMatchObject({
      seed: 7,
      all_seeds: [7],
      steps: 30,
      sd_model_name: 'sd_xl_base_1.0',
      infotexts: [expect.stringContaining('Seed: 7, Size: 768x1344')],
    });
  });

  it('has sides cut to multiples of eight', async () => {
    const { images } = await webui.generate({ width: 333, height: 258 });

    expect(await sharp(images[0]).metadata()).toMatchObject({ width: 328, height: 256 });
  });

  it('depends on the fields only', async () => {
    const first = await webui.generate();

    expect((await webui.generate()).images).toEqual(first.images);
    for (const other of [{ seed: 8 }, { prompt: 'a harbour' }, { negative_prompt: 'fog' }, { steps: 21 }]) {
      const [image] = (await webui.generate(other)).images;
      expect((await pixelsOf(image)).equals(await pixelsOf(first.images[0]))).toBe(false);
    }
  });

  it('has a random seed when none is given', async () => {
    const seeds = [await webui.generate({ seed: -1 }), await webui.generate({ seed: undefined })].map(
      ({ info }) => info.seed,
    );

    expect(new Set(seeds).size).toBe(2);
    for (const seed of seeds) expect(seed).toBeGreaterThanOrEqual(0);
  });

  it('in a batch has consecutive seeds, and equals a single one', async () => {
    const { images, info } = await webui.generate({ width: 64, height: 64, n_iter: 2, batch_size: 2 });

    expect(info.all_seeds).toEqual([7, 8, 9, 10]);
    expect(images[3]).toEqual((await webui.generate({ width: 64, height: 64, seed: 10 })).images[0]);
  });

  it.each(['a lighthouse', '海边的灯塔'])('carries the prompt in its file: %s', async (prompt) => {
    const { images } = await webui.generate({ prompt, width: 64, height: 64 });

    expect((await sharp(images[0]).metadata()).comments).toEqual([
      { keyword: 'parameters', text: expect.stringContaining(prompt) },
    ]);
  });

  it('uses the requested model, or the loaded one', async () => {
    const nameBy = async (fields: object) =>
      (await webui.generate({ width: 64, height: 64, ...fields })).info.sd_model_name;
    const override = (name: string) => ({ override_settings: { sd_model_checkpoint: name } });

    expect(await nameBy(override('v1-5-pruned-emaonly'))).toBe('v1-5-pruned-emaonly');
    expect(await nameBy(override('unheard-of'))).toBe('sd_xl_base_1.0');
    expect(await (await webui.call('options', { sd_model_checkpoint: 'sd3.5_medium' })).json()).toBeNull();
    expect(await nameBy({})).toBe('sd3.5_medium');
    expect(await webui.read(webui.call('options'))).toMatchObject({
      sd_model_checkpoint: 'sd3.5_medium.safetensors [11fe06e223]',
    });
  });
});

describe('a WebUI server', () => {
  it('lists its models', async () => {
    expect(await webui.read(webui.call('sd-models'))).toContainEqual(
      expect.objectContaining({ title: 'sd_xl_base_1.0.safetensors [31e35c80fc]', model_name: 'sd_xl_base_1.0' }),
    );
  });

  it.each([
    ['a field of another type', { steps: 'many' }, ['body', 'steps']],
    ['too many steps', { steps: 151 }, ['body', 'steps']],
    ['a seed that is too large', { seed: 2 ** 32 }, ['body', 'seed']],
  ])('refuses %s', async (_, fields, loc) => {
    const answer = await webui.send(fields);

    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ detail: [expect.objectContaining({ loc, msg: expect.any(String) })] });
  });

  it('refuses a body that is no JSON', async () => {
    const url = `${sandbox.url}/webui/sdapi/v1/txt2img`;

    expect((await fetch(url, { method: 'POST', body: 'prompt=a' })).status).toBe(422);
  });

  it.each([
    ['a sampler it does not have', 'txt2img', { sampler_name: 'Magic' }, 400, { detail: 'Sampler not found' }],
    [
      'more pixels than its memory holds',
      'txt2img',
      { width: 8192, height: 8192 },
      500,
      { error: 'OutOfMemoryError', detail: '' },
    ],
    ['a model it does not have', 'options', { sd_model_checkpoint: 'x' }, 500, { errors: 'model "x" not found' }],
    ['an address it does not know', 'txt2text', {}, 404, { detail: 'Not Found' }],
  ])('refuses %s', async (_, path, body, status, error) => {
    const answer = await webui.call(path, body);

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject(error);
  });

  it('requires user and password when configured', async () => {
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    await sandbox.control('webui', { auth: { user: 'me', password: 's:cret' } });

    const stranger = await webui.call('sd-models');
    const guesser = await webui.call('sd-models', undefined, basic('me:guess'));

    expect([stranger.status, await stranger.json()]).toEqual([401, { detail: 'Not authenticated' }]);
    expect(stranger.headers.get('www-authenticate')).toBe('Basic');
    expect([guesser.status, await guesser.json()]).toEqual([401, { detail: 'Incorrect username or password' }]);
    expect((await webui.call('sd-models', undefined, basic('me:s:cret'))).status).toBe(200);
    const offered = new URL(sandbox.offers()['webui']?.['WEBUI_URL'] ?? '');
    expect([offered.username, decodeURIComponent(offered.password)]).toEqual(['me', 's:cret']);
  });

  it('is optional', () => {
    expect(sandbox.offers()['webui']).toEqual({ WEBUI_URL: `${sandbox.url}/webui` });
  });
});

describe('the request log', () => {
  it('shows the received prompts and the tags that a server executes', async () => {
    const tags = ['<lora:secret:1>', '<SD_CPP_EXTRA_ARGS>{"width":4096}</sd_cpp_extra_args>', '<hypernet:x>'];
    await webui.send({
      prompt: `a ${tags[0]} b ${tags[1]} c < d`,
      negative_prompt: `${tags[2]}`,
      width: 64,
      height: 64,
    });
    await webui.send({ width: 64, height: 64 });

    expect(await sandbox.control('requests?provider=webui')).toMatchObject([
      { detail: { prompt: 'a lighthouse', tags: [] } },
      { detail: { prompt: `a ${tags[0]} b ${tags[1]} c < d`, negative_prompt: '<hypernet:x>', tags } },
    ]);
  });
});
