import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { useDatabase } from '../../../../test/support/database.js';
import { FakeEngine, goodImage, keysOf, show, SIDE, submit, useWorkers } from '../../../../test/support/painting.js';
import { imageFile } from '../../../../test/support/images.js';
import { rows } from '../../../platform/database/rows.js';
import { StorageError, type Storage, type StoredObject } from '../../../platform/storage/storage.port.js';
import type { GeneratedImage, ImageRequest } from '../engines/image-engine.port.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);

const isOfImage = (id: string) => (key: string) => key.includes(id);
const bad =
  (bytes: Buffer) =>
  async (request: ImageRequest): Promise<GeneratedImage> => ({
    ...(await goodImage(request)),
    bytes,
  });

describe('what an engine answers', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['nothing', async () => Buffer.alloc(0)],
    ['a web page', async () => Buffer.from('<html>oops</html>')],
    ['half an image', async () => (await imageFile(SIDE, SIDE)).subarray(0, 900)],
    ['an image of other sides', () => imageFile(SIDE * 2, SIDE)],
    [
      'a bomb',
      () =>
        sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
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
  ])('%s is no image: returned, not asked for again, and the good one is kept', async (_, make) => {
    const { id } = await submit(db.dataSource, { count: 2 });
    const engine = new FakeEngine();
    const bytes = await make();
    engine.answer = (request) => (request.seed === 100 ? bad(bytes)(request) : goodImage(request));
    const made = await workers.make({ engine });
    await made.runThrough(id);
    expect(engine.calls).toHaveLength(2);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'completed',
      images: ['failed IMAGE_INVALID', 'completed'],
      available: 35,
      reserved: 0,
    });
  });

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

/** A storage over the real one of which a test replaces single methods. */
const over = (changes: Partial<Storage>): Storage => ({
  put: (...args) => workers.storage.put(...args),
  stat: (key) => workers.storage.stat(key),
  open: (key, range) => workers.storage.open(key, range),
  read: (key) => workers.storage.read(key),
  remove: (key) => workers.storage.remove(key),
  size: (key) => workers.storage.size(key),
  list: (prefix, after) => workers.storage.list(prefix, after),
  directAddress: () => null,
  internalAddress: () => null,
  ...changes,
});

describe('a storage that fails', () => {
  test('once is asked again, and the image is painted once', async () => {
    const { id } = await submit(db.dataSource);
    let troubles = 1;
    const made = await workers.make({
      storage: over({
        put: (...args) => (troubles-- > 0 ? Promise.reject(new StorageError('full')) : workers.storage.put(...args)),
      }),
    });
    await made.run(id);
    expect(made.engine.calls).toHaveLength(1);
    expect((await show(db.dataSource, id)).status).toBe('completed');
    expect((await keysOf(workers.storage)).filter(isOfImage(id))).toHaveLength(1);
  });

  test('always: the credits are back, and nothing stays behind', async () => {
    const { id } = await submit(db.dataSource);
    const made = await workers.make({ storage: over({ put: () => Promise.reject(new StorageError('full')) }) });
    await made.runThrough(id);
    expect(made.engine.calls).toHaveLength(1);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'STORAGE_FAILED',
      available: 35,
    });
    expect(await rows(db.dataSource, `select 1 from object_deletions`)).toEqual([]);
  });

  test.each<[string, (real: StoredObject | null) => StoredObject | null]>([
    ['has nothing', () => null],
    ['has less', (real) => real && { ...real, bytes: real.bytes - 1 }],
    ['has something else', (real) => real && { ...real, sha256: '00'.repeat(32) }],
  ])('says it wrote, but %s: not delivered, not charged', async (_, lie) => {
    const { id } = await submit(db.dataSource);
    const made = await workers.make({ storage: over({ stat: async (key) => lie(await workers.storage.stat(key)) }) });
    await made.run(id);
    expect(await show(db.dataSource, id)).toMatchObject({
      status: 'failed',
      errorCode: 'STORAGE_FAILED',
      available: 35,
    });
    expect((await keysOf(workers.storage)).filter(isOfImage(id))).toEqual([]);
  });
});
