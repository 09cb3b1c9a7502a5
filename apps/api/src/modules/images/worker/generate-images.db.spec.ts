import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { useDatabase } from '../../../../test/support/database/database.js';
import {
  FakeEngine,
  goodImage,
  show,
  SIDE,
  submit,
  TestFailPoints,
  useWorkers,
} from '../../../../test/support/images/painting.js';
import { imageFile } from '../../../../test/support/images/images.js';
import { row, rows } from '../../../platform/database/rows.js';
import { EngineError, type GeneratedImage } from '../engines/image-engine.port.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);

describe('painting a generation', () => {
  test('asks the engine for each image with its seed, delivers, charges, and leaves nothing to remove', async () => {
    const { id, userId, imageIds } = await submit(db.dataSource, { count: 4 });
    const made = await workers.make();
    await made.run(id);
    expect(made.engine.calls.map(({ seed }) => seed).sort((x, y) => x - y)).toEqual([100, 101, 102, 103]);
    expect(made.engine.calls[0]).toMatchObject({
      prompt: 'a fox',
      negativePrompt: '',
      width: SIDE,
      format: 'png',
      style: 'enhance',
    });
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 1, available: 0, reserved: 0 });
    const delivered = await rows<{ key: string; bytes: number; sha: string; seed: number; engine: string }>(
      db.dataSource,
      `select object_key as key, bytes, encode(sha256, 'hex') as sha, i.seed, g.engine
         from images i join generations g on g.id = i.generation_id where g.id = $1 order by idx`,
      [id],
    );
    for (const [i, image] of delivered.entries()) {
      expect(image.engine).toBe('studio');
      expect(image.key).toMatch(new RegExp(`^pictures/\\d{4}/\\d\\d/${imageIds[i]}/1-[0-9a-f]{16}\\.png$`));
      expect(await workers.storage.stat(image.key)).toEqual({
        key: image.key,
        bytes: image.bytes,
        sha256: image.sha,
      });
      const stored = await workers.storage.open(image.key);
      const pixels = await sharp(Buffer.concat(await stored!.stream.toArray()))
        .raw()
        .toBuffer();
      expect(
        pixels.equals(
          await sharp(await imageFile(SIDE, SIDE, 'png', image.seed))
            .raw()
            .toBuffer(),
        ),
      ).toBe(true);
    }
    expect(await rows(db.dataSource, `select 1 from object_deletions`)).toEqual([]);
    expect(made.events.events.every((event) => event.userId === userId)).toBe(true);
  });

  test('never asks the engine for more images at once than it takes', async () => {
    const engine = new FakeEngine(2);
    engine.answer = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return goodImage(request);
    };
    const made = await workers.make({ engine });
    const generations = await Promise.all(Array.from({ length: 4 }, () => submit(db.dataSource, { count: 4 })));
    await Promise.all(generations.map(({ id }) => made.run(id)));
    expect(engine.calls).toHaveLength(16);
    expect(engine.mostAtOnce).toBe(2);
  });

  test('a generation past its deadline is not begun any more', async () => {
    const { id } = await submit(db.dataSource, { deadlineSeconds: -1 });
    const made = await workers.make();
    await made.run(id);
    expect(made.engine.calls).toEqual([]);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'pending', attempt: 0, reserved: 35 });
  });

  test('an image is there as soon as it arrives, while others are painted', async () => {
    const { id } = await submit(db.dataSource, { count: 2 });
    const engine = new FakeEngine();
    let finish: () => void = () => undefined;
    engine.answer = async (request) => {
      if (request.seed === 101) await new Promise<void>((resolve) => (finish = resolve));
      return goodImage(request);
    };
    const failPoints = new TestFailPoints();
    const firstClosed = new Promise<void>((resolve) => (failPoints.actions.closed = async () => resolve()));
    const made = await workers.make({ engine, failPoints });
    const running = made.run(id);
    await firstClosed;
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'processing',
      images: ['completed', 'processing'],
    });
    finish();
    await running;
    expect((await show(db.dataSource, id)).status).toBe('completed');
  });

  test('three of four images delivered: three are charged, one is returned', async () => {
    const { id } = await submit(db.dataSource, { count: 4 });
    const engine = new FakeEngine();
    engine.answer = async (request) => {
      if (request.seed === 102) throw new EngineError('CONTENT_REJECTED', 'no');
      return goodImage(request);
    };
    await (await workers.make({ engine })).run(id);
    expect(await show(db.dataSource, id)).toEqual({
      status: 'completed',
      attempt: 1,
      errorCode: null,
      images: ['completed', 'completed', 'failed CONTENT_REJECTED', 'completed'],
      available: 35,
      reserved: 0,
    });
  });

  test('progress is told in the order of its stages, never backwards, with a preview', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    engine.answer = async (request, { onProgress }) => {
      onProgress({
        stage: 'drawing',
        fraction: 0.5,
        preview: { bytes: Buffer.from('tiny'), contentType: 'image/webp' },
      });
      for (let i = 0; i < 100; i += 1) onProgress({ stage: 'drawing', fraction: 0.4, preview: null });
      onProgress({
        stage: 'finishing',
        fraction: 0.3,
        preview: { bytes: Buffer.alloc(50_000), contentType: 'image/webp' },
      });
      return goodImage(request);
    };
    const made = await workers.make({ engine, times: { progressEveryMs: 60_000 } });
    await made.run(id);
    const told = made.events.named('progress').map(({ data }) => data);
    expect(told.map(({ stage, fraction }) => [stage, fraction])).toEqual([
      ['queued', null],
      ['preparing', null],
      ['drawing', 0.5],
      ['finishing', 0.5],
      ['saving', 1],
    ]);
    expect(told[2]).toMatchObject({ generation_id: id, image_id: id, preview: 'data:image/webp;base64,dGlueQ==' });
    expect(told[3]?.preview).toBeNull();
    expect(made.events.events.at(0)).toMatchObject({ name: 'generation_changed', data: { generation_id: id } });
  });
});

describe('an engine that fails', () => {
  test('for a while is asked again, for the images that are missing alone', async () => {
    const { id } = await submit(db.dataSource, { count: 3 });
    const engine = new FakeEngine();
    let troubles = 2;
    engine.answer = async (request) => {
      if (request.seed === 101 && troubles-- > 0) throw new EngineError('ENGINE_BUSY', '429');
      return goodImage(request);
    };
    await (await workers.make({ engine })).runThrough(id);
    const seeds = engine.calls.map(({ seed }) => seed);
    // The images of an attempt are asked for at once, in no particular order.
    expect([seeds.slice(0, 3).toSorted((a, b) => a - b), seeds.slice(3)]).toEqual([
      [100, 101, 102],
      [101, 101],
    ]);
    expect(new Set(engine.calls.map(({ requestId }) => requestId)).size).toBe(5);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 3, available: 0 });
  });

  test.each([
    ['ENGINE_BUSY', new EngineError('ENGINE_BUSY', '429')],
    ['ENGINE_UNAVAILABLE', new EngineError('ENGINE_UNAVAILABLE', '503')],
    ['ENGINE_FAILED', new Error('not foreseen')],
  ])('always with %s is asked three times, then the credits are back', async (code, error) => {
    const { id } = await submit(db.dataSource, { count: 2 });
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(error);
    await (await workers.make({ engine })).runThrough(id);
    expect(engine.calls).toHaveLength(6);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: code,
      attempt: 3,
      available: 70,
      reserved: 0,
    });
  });

  test('for good is asked once', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(new EngineError('CONTENT_REJECTED', 'no'));
    await (await workers.make({ engine })).runThrough(id);
    expect(engine.calls).toHaveLength(1);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'CONTENT_REJECTED',
      available: 35,
    });
  });

  test('that never answers is given up after its time', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    engine.answer = () => new Promise(() => undefined);
    engine.capabilities.timeoutMs = 20;
    await (await workers.make({ engine })).runThrough(id);
    expect(engine.calls).toHaveLength(3);
    expect(await show(db.dataSource, id)).toMatchObject({ errorCode: 'ENGINE_TIMEOUT', available: 35 });
  });

  test('with a pause to keep is left alone until then', async () => {
    const { id } = await submit(db.dataSource);
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(new EngineError('ENGINE_BUSY', '429', { pauseMs: 30_000 }));
    const made = await workers.make({ engine });
    await made.run(id);
    await made.run(id);
    expect(engine.calls).toHaveLength(1);
    const pause = await row<{ seconds: number }>(
      db.dataSource,
      `select extract(epoch from lease_until - now())::float8 as seconds from generations where id = $1`,
      [id],
    );
    expect(pause?.seconds).toBeGreaterThan(20);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 1, reserved: 35 });
    await made.runThrough(id);
  });

  test('with a pause beyond the deadline is not waited for', async () => {
    const { id } = await submit(db.dataSource, { deadlineSeconds: 60 });
    const engine = new FakeEngine();
    engine.answer = () => Promise.reject(new EngineError('ENGINE_BUSY', '429', { retryAfterMs: 61_000 }));
    await (await workers.make({ engine })).run(id);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', errorCode: 'ENGINE_BUSY', available: 35 });
  });

  test('is not held on to beyond the deadline, nor believed after it', async () => {
    const engine = new FakeEngine();
    const made = await workers.make({ engine, times: { hungAfterMs: 0 } });
    let lateAnswer: (image: GeneratedImage) => void = () => undefined;
    let aborted = 0;
    engine.answer = (request, { signal }) => {
      if (request.seed === 100) return goodImage(request);
      signal.addEventListener('abort', () => (aborted += 1));
      return new Promise((resolve) => (lateAnswer = resolve));
    };
    const runUntil = async (deadlineSeconds: number): Promise<string> => {
      [aborted, engine.calls.length] = [0, 0];
      const { id } = await submit(db.dataSource, { deadlineSeconds, count: 2 });
      await made.run(id);
      return id;
    };
    const isInTime = async (id: string) => (await show(db.dataSource, id)).images[0] === 'completed';
    let id = '';
    // A busy machine may need longer for the first image.
    for (const seconds of [3, 7, 30]) {
      id = await runUntil(seconds);
      if (await isInTime(id)) break;
    }
    expect(aborted).toBe(1);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'completed',
      images: ['completed', 'failed DEADLINE_EXCEEDED'],
      available: 35,
      reserved: 0,
    });
    expect(await rows(db.dataSource, `select last_error_code as code from engine_health`)).toEqual([
      { code: 'ENGINE_TIMEOUT' },
    ]);
    lateAnswer(await goodImage(engine.calls.find(({ seed }) => seed === 101)!));
    await new Promise(setImmediate);
    expect((await show(db.dataSource, id)).images).toEqual(['completed', 'failed DEADLINE_EXCEEDED']);
  });
});
