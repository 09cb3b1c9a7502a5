import { DEFAULT_MODEL, type EngineId, type GenerationErrorCode } from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { testConfig } from '../../../../test/support/config.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { desertedAddress, offerOf, paintingsOf } from '../../../../test/support/images/engines.js';
import { imageFile } from '../../../../test/support/images/images.js';
import {
  FakeEngine,
  goodImage,
  keysOf,
  show,
  SIDE,
  submit,
  useWorkers,
  type Submitted,
  type WorkerOptions,
} from '../../../../test/support/images/painting.js';
import { drawn, oneOfEach } from '../../../../test/support/timing/drawn.js';
import { useSandbox } from '../../../../test/support/sandbox.js';
import { row, rows } from '../../../platform/database/rows.js';
import { ConfiguredEngines } from './engine-registry.js';
import type { GeneratedImage, ImageRequest } from './image-engine.port.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);
const sandbox = useSandbox();

type Provider = Exclude<EngineId, 'studio'>;

/** Units of one image of the default model. */
const PRICE = 35;
const MOST_CALLS = 3;
/** The service paints a megapixel whatever is asked; the server paints what it is told to. */
const SIDES: Record<Provider, number> = { stability: 1024, webui: 64 };

const made: ConfiguredEngines[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((engines) => engines.close()));
});

interface ServiceOptions extends WorkerOptions {
  settings?: Record<string, string>;
  timeoutMs?: number;
}

async function worker(provider: Provider, options: ServiceOptions = {}) {
  const { settings, timeoutMs, ...rest } = options;
  const engines = new ConfiguredEngines(testConfig({ ...(await offerOf(sandbox, provider)), ...settings }));
  made.push(engines);
  if (timeoutMs !== undefined) engines.for(DEFAULT_MODEL).capabilities.timeoutMs = timeoutMs;
  return workers.make({ engines, ...rest });
}

async function submitted(provider: Provider, prompt: string, count = 1): Promise<Submitted> {
  const generation = await submit(db.dataSource, { count });
  const side = SIDES[provider];
  await rows(db.dataSource, `update generations set prompt = $2 where id = $1`, [generation.id, prompt]);
  await rows(db.dataSource, `update images set width = $2, height = $2 where generation_id = $1`, [
    generation.id,
    side,
  ]);
  return generation;
}

/** How often the provider was asked for each image, by seed. */
async function callsBySeed(provider: Provider): Promise<Record<string, number>> {
  const calls: Record<string, number> = {};
  for (const { detail } of await paintingsOf(sandbox, provider)) {
    const seed = String(detail?.['seed']);
    calls[seed] = (calls[seed] ?? 0) + 1;
  }
  return calls;
}

type Outcome = [cue: string, code: GenerationErrorCode, calls: number];

const FINAL_FILES: Outcome[] = ['truncated', 'wrongtype', 'wrongsize', 'bomb', 'garbage'].map((cue) => [
  cue,
  'IMAGE_INVALID',
  1,
]);

const DELIVERIES: Outcome[] = [
  ['html', 'ENGINE_FAILED', 3],
  ['empty', 'ENGINE_FAILED', 3],
  ['cut', 'ENGINE_FAILED', 3],
  ['drop', 'ENGINE_UNAVAILABLE', 3],
  ['busy', 'ENGINE_BUSY', 3],
  ['busysilent', 'ENGINE_BUSY', 3],
  ['broken', 'ENGINE_FAILED', 3],
  ['unavailable', 'ENGINE_UNAVAILABLE', 3],
  ['unauthorized', 'ENGINE_UNAVAILABLE', 1],
];

const OUTCOMES: Record<Provider, Outcome[]> = {
  stability: [
    ...DELIVERIES,
    ...FINAL_FILES,
    ['unpaid', 'ENGINE_UNAVAILABLE', 1],
    ['moderated', 'CONTENT_REJECTED', 1],
    ['rejected', 'CONTENT_REJECTED', 1],
    ['blurred', 'CONTENT_REJECTED', 1],
  ],
  webui: [...DELIVERIES, ...FINAL_FILES, ['blackened', 'CONTENT_REJECTED', 1], ['fewer', 'ENGINE_FAILED', 3]],
};

describe.each(['stability', 'webui'] as const)('with %s', (provider) => {
  test('an image arrives, and its price is taken once', async () => {
    const { id } = await submitted(provider, 'a lighthouse');
    await (await worker(provider)).run(id);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', available: 0, reserved: 0 });
    expect(await row(db.dataSource, `select engine from generations where id = $1`, [id])).toEqual({
      engine: provider,
    });
    expect(await callsBySeed(provider)).toEqual({ '100': 1 });
  });

  test.each(oneOfEach(OUTCOMES[provider], ([, code, calls]) => `${code} ${calls}`))(
    '%s ends as %s after %d calls, and nothing is paid or kept',
    async (cue, code, calls) => {
      const { id } = await submitted(provider, `a lighthouse #${cue}`);
      await (await worker(provider)).runThrough(id);
      expect(await show(db.dataSource, id)).toMatchObject({
        status: 'failed',
        errorCode: code,
        images: [`failed ${code}`],
        available: PRICE,
        reserved: 0,
      });
      expect(await callsBySeed(provider)).toEqual({ '100': calls });
      expect((await keysOf(workers.storage)).filter((key) => key.includes(id))).toEqual([]);
    },
  );

  test('an answer that never ends is given up in time, three times', async () => {
    const { id } = await submitted(provider, 'a lighthouse #stall');
    await (await worker(provider, { timeoutMs: 200 })).runThrough(id);
    expect(await show(db.dataSource, id)).toMatchObject({ images: ['failed ENGINE_TIMEOUT'], available: PRICE });
    expect((await paintingsOf(sandbox, provider)).length).toBeLessThanOrEqual(MOST_CALLS);
  });

  test('nobody there: the credits are back after three tries', async () => {
    const { id } = await submitted(provider, 'a lighthouse');
    const nobody = await desertedAddress();
    const settings = { [provider === 'stability' ? 'STABILITY_BASE_URL' : 'WEBUI_URL']: nobody };
    await (await worker(provider, { settings })).runThrough(id);
    expect(await show(db.dataSource, id)).toMatchObject({
      attempt: MOST_CALLS,
      images: ['failed ENGINE_UNAVAILABLE'],
      available: PRICE,
    });
  });

  test('three of four are delivered and paid, the fourth is asked for three times and returned', async () => {
    const { id } = await submitted(provider, 'a lighthouse #broken/4', 4);
    await (await worker(provider)).runThrough(id);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'completed',
      images: ['failed ENGINE_FAILED', 'completed', 'completed', 'completed'],
      available: PRICE,
      reserved: 0,
    });
    expect(await callsBySeed(provider)).toEqual({ '100': 3, '101': 1, '102': 1, '103': 1 });
  });

  test('an image that comes at the third try is delivered', async () => {
    const { id } = await submitted(provider, 'a lighthouse #broken*2');
    await (await worker(provider)).runThrough(id);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', available: 0 });
    expect(await callsBySeed(provider)).toEqual({ '100': 3 });
  });

  test('a late answer is waited for', async () => {
    await sandbox.control(provider, { slowMs: 300 });
    const { id } = await submitted(provider, 'a lighthouse #slow');
    await (await worker(provider)).run(id);
    expect((await show(db.dataSource, id)).status).toBe('completed');
  });
});

test.each<[Provider, string, string, EngineId[]]>([
  ['webui', 'busy', 'and says for how long stops the calls of all', ['webui']],
  ['webui', 'busysilent', 'and says no time lets only the refused request wait', []],
  ['stability', 'busy', 'and says for how long stops the calls of all', ['stability']],
  ['stability', 'busysilent', 'and says no time is known to shut us out for a minute', ['stability']],
])('%s that is busy (%s) %s', async (provider, cue, _, paused) => {
  const { id } = await submitted(provider, `a lighthouse #${cue}`);
  const { run, runThrough } = await worker(provider);
  await run(id);
  expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 1, reserved: PRICE });
  const open = await rows<{ engine: EngineId }>(
    db.dataSource,
    `select engine from engine_health where open_until is not null`,
  );
  expect(open.map(({ engine }) => engine)).toEqual(paused);
  await runThrough(id);
});

describe('where Stability AI does not know styles', () => {
  test.each([
    ['a lighthouse', 'completed', 0],
    ['a lighthouse #broken', 'failed ENGINE_FAILED', PRICE],
  ])('%j is asked for twice at most, by the same worker: %s', async (prompt, image, available) => {
    await sandbox.control('stability', { knowsStylePresets: false });
    const { id } = await submitted('stability', prompt);
    await (await worker('stability')).runThrough(id);
    expect(await show(db.dataSource, id)).toMatchObject({ images: [image], available });
    expect(await paintingsOf(sandbox, 'stability')).toHaveLength(2);
  });

  test('three workers that do not know of each other ask three times at most', async () => {
    await sandbox.control('stability', { knowsStylePresets: false });
    const { id } = await submitted('stability', 'a lighthouse #broken');
    for (let attempt = 1; attempt <= MOST_CALLS; attempt += 1) {
      await rows(db.dataSource, `update generations set lease_until = now() - interval '1 s' where id = $1`, [id]);
      await (await worker('stability')).run(id);
    }
    expect((await paintingsOf(sandbox, 'stability')).length).toBeLessThanOrEqual(MOST_CALLS);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', available: PRICE });
  });
});

const isOfImage = (id: string) => (key: string) => key.includes(id);
const bad =
  (bytes: Buffer) =>
  async (request: ImageRequest): Promise<GeneratedImage> => ({
    ...(await goodImage(request)),
    bytes,
  });

describe('what an engine answers', () => {
  /** What else is no image `prepare-image.spec.ts` shows. */
  const FILES: [string, () => Promise<Buffer>][] = [
    ['nothing', async () => Buffer.alloc(0)],
    ['a web page', async () => Buffer.from('<html>oops</html>')],
    ['half an image', async () => (await imageFile(SIDE, SIDE)).subarray(0, 900)],
    ['an image of other sides', () => imageFile(SIDE * 2, SIDE)],
    [
      'a bomb',
      () =>
        sharp({ create: { width: 5000, height: 4001, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
    [
      'a GIF',
      () =>
        sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#000' } })
          .gif()
          .toBuffer(),
    ],
  ];
  test.each(drawn(FILES, 3))(
    '%s is no image: returned, not asked for again, and the good one is kept',
    async (_, make) => {
      const { id } = await submit(db.dataSource, { count: 2 });
      const engine = new FakeEngine();
      const bytes = await make();
      engine.answer = (request) => (request.seed === 100 ? bad(bytes)(request) : goodImage(request));
      await (await workers.make({ engine })).runThrough(id);
      expect(engine.calls).toHaveLength(2);
      expect(await show(db.dataSource, id)).toMatchObject({
        status: 'completed',
        images: ['failed IMAGE_INVALID', 'completed'],
        available: 35,
        reserved: 0,
      });
    },
  );

  test('another format than it said is converted to the one that was asked for', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    engine.answer = async (request) => bad(await imageFile(SIDE, SIDE, 'webp'))(request);
    await (await workers.make({ engine })).run(id);
    const [stored] = (await keysOf(workers.storage)).filter(isOfImage(id));
    expect(stored).toMatch(/\.png$/);
    const opened = await workers.storage.open(stored ?? '');
    expect((await sharp(Buffer.concat(await opened!.stream.toArray())).metadata()).format).toBe('png');
  });
});
