import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import {
  closeImage,
  createUser,
  creditLedger,
  giveUnits,
  submitImages,
} from '../../../../../test/support/credits/credits.js';
import {
  keysOf,
  RecordedEvents,
  show,
  submit,
  temporaryStorage,
  useWorkers,
  type TestWorker,
} from '../../../../../test/support/images/painting.js';
import { useS3 } from '../../../../../test/support/http/s3.js';
import { WHOLE } from '../../../../../test/support/timing/drawn.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { StorageError, type Storage } from '../../../../platform/storage/storage.port.js';
import { objectKey, thumbnailKey } from '../object-keys.js';
import { storedFiles } from '../lost-files.js';
import { CollectOrphans } from './collect-orphans.js';
import { FindLostFiles } from './find-lost-files.js';
import { PurgeImages } from './purge-images.js';
import { filesLost } from '../../shared/metrics.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);
const s3 = useS3();

const newKey = (imageId: string): string =>
  objectKey({
    imageId,
    createdAt: new Date('2026-11-20'),
    attempt: 1,
    random: randomBytes(8).toString('hex'),
    format: 'png',
  });
const uuid = (i: number): string => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;

const KINDS: [string, () => Promise<Storage>][] = [
  ['disk', async () => (await temporaryStorage()).storage],
  ['S3', async () => s3.open({ S3_PREFIX: 'walks' })],
];

describe.each(KINDS)('on %s,', (kind, make) => {
  /** What does not depend on the kind of storage is shown on both in `npm run proof`. */
  const isWhole = kind === 'disk' || WHOLE;
  let storage: Storage;
  let worker: TestWorker;
  beforeAll(async () => {
    storage = await make();
  });
  beforeEach(async () => {
    for (const key of await keysOf(storage)) await storage.remove(key);
    await rows(db.dataSource, `delete from storage_walks`);
    await rows(db.dataSource, `update images set deleted_at = now() where deleted_at is null`);
    worker = await workers.make({ storage });
  });
  const collect = (rules = {}): Promise<number> =>
    worker.module.get(CollectOrphans).collect({ graceMs: -60_000, everyMs: 0, ...rules });
  const look = (rules = {}) => worker.module.get(FindLostFiles).look({ everyMs: 0, ...rules });
  const put = (key: string): Promise<unknown> => storage.put(key, Buffer.from('x'), 'image/png');
  /** Delivered images, in the order in which they are gone through. */
  async function deliver(count: number) {
    for (let i = 0; i < count; i += 1) await worker.run((await submit(db.dataSource)).id);
    return storedFiles(db.dataSource.manager, '', 1_000);
  }

  describe('files without an image', () => {
    test('are removed a few at a time, and the next round goes on where the last one was, in whichever process', async () => {
      const [kept] = await deliver(1);
      const orphans = Array.from({ length: 7 }, (_unused, i) => newKey(uuid(i + 1)));
      for (const key of orphans) await put(key);
      const rules = { batch: 2, batches: 1 };
      const removed = [await collect(rules), await collect(rules)];
      const passed = newKey(uuid(0));
      await put(passed);
      const other = await workers.make({ storage });
      for (let i = 0; i < 3; i += 1) {
        removed.push(await other.module.get(CollectOrphans).collect({ graceMs: -60_000, everyMs: 0, ...rules }));
      }
      expect(removed.slice(0, 2)).toEqual([2, 2]);
      expect(removed.reduce((sum, count) => sum + count)).toBe(7);
      expect(await keysOf(storage)).toEqual([passed, kept?.key]);
      expect(await collect()).toBe(1);
    });

    if (isWhole) {
      test('are looked for once a day', async () => {
        const day = { everyMs: 24 * 3_600_000 };
        expect(await collect(day)).toBe(0);
        await put(newKey(uuid(1)));
        expect(await collect(day)).toBe(0);
        await rows(db.dataSource, `update storage_walks set finished_at = now() - interval '25 hours'`);
        expect(await collect(day)).toBe(1);
      });

      test('are left to the process that is at it', async () => {
        await put(newKey(uuid(1)));
        await rows(db.dataSource, `insert into leases values ('orphans', gen_random_uuid(), now() + interval '60 s')`);
        expect(await collect()).toBe(0);
        await rows(db.dataSource, `update leases set until = now()`);
        expect(await collect()).toBe(1);
      });

      test('that are most of all files are no orphans: the database is another one', async () => {
        await deliver(1);
        const files = Array.from({ length: 25 }, (_unused, i) => newKey(uuid(i)));
        for (const key of files) await put(key);
        const before = await alertsOf('orphan_objects_unlikely');
        expect(await collect()).toBe(0);
        expect(await keysOf(storage)).toHaveLength(26);
        expect(await alertsOf('orphan_objects_unlikely')).toBe(before + 1);
      });

      test('are left for the next round when the process ends in the middle of them', async () => {
        for (const i of [1, 2, 3]) await put(newKey(uuid(i)));
        const ending = await workers.make({
          storage: Object.assign(Object.create(storage) as Storage, {
            remove: async (key: string) => {
              await storage.remove(key);
              await ending.module.get(CollectOrphans).onModuleDestroy();
            },
          }),
        });
        const collecting = ending.module.get(CollectOrphans).collect({ graceMs: -60_000, everyMs: 0 });
        await expect(collecting).rejects.toThrow('stopping');
        expect(await keysOf(storage)).toHaveLength(2);
        expect(await collect()).toBe(2);
      });

      test('are left for the next round when the storage does not answer', async () => {
        await put(newKey(uuid(1)));
        const refuse = () => Promise.reject(new StorageError('not now'));
        const failing = await workers.make({
          storage: Object.assign(Object.create(storage) as Storage, { remove: refuse, size: refuse }),
        });
        const collecting = failing.module.get(CollectOrphans).collect({ graceMs: -60_000, everyMs: 0 });
        await expect(collecting).rejects.toBeInstanceOf(StorageError);
        expect(await collect({ everyMs: 24 * 3_600_000 })).toBe(1);
      });
    }
  });

  describe('an image whose file is', () => {
    const lostAt = async (key: string): Promise<boolean> =>
      (
        await row<{ lost: boolean }>(
          db.dataSource,
          `select file_lost_at is not null as lost from images where object_key = $1`,
          [key],
        )
      )?.lost ?? false;

    test('missing or damaged is told and marked, costs what it cost, and is well again when the file is back', async () => {
      const { id } = await submit(db.dataSource);
      await worker.run(id);
      const [kept, missing, damaged] = await deliver(2);
      const bytes = new Map<string, Buffer>();
      for (const { key } of [missing!, damaged!]) {
        bytes.set(key, Buffer.concat(await (await storage.open(key))!.stream.toArray()));
        await storage.remove(key);
      }
      await put(damaged!.key);
      const credits = await show(db.dataSource, id);
      const before = await alertsOf('lost_file');
      expect(await look()).toEqual({ lost: [missing!.key, damaged!.key], found: [] });
      expect([await lostAt(kept!.key), await lostAt(missing!.key), await lostAt(damaged!.key)]).toEqual([
        false,
        true,
        true,
      ]);
      expect(await alertsOf('lost_file')).toBe(before + 2);
      expect((await filesLost.get()).values[0]?.value).toBe(2);
      expect(await show(db.dataSource, id)).toEqual(credits);
      expect(await look()).toEqual({ lost: [], found: [] });

      await storage.put(missing!.key, bytes.get(missing!.key) ?? Buffer.alloc(0), 'image/png');
      expect(await look()).toEqual({ lost: [], found: [missing!.key] });
      expect(await lostAt(missing!.key)).toBe(false);
      expect((await filesLost.get()).values[0]?.value).toBe(1);
    });

    if (isWhole) {
      test('missing is found some at a time, over all images', async () => {
        const files = await deliver(5);
        await storage.remove(files[1]!.key);
        await storage.remove(files[4]!.key);
        const lost: string[] = [];
        for (let i = 0; i < 3; i += 1) lost.push(...(await look({ limit: 2, batches: 1 })).lost);
        expect(lost).toEqual([files[1]!.key, files[4]!.key]);
      });

      test('missing like most others is not marked: the storage is another one', async () => {
        const userId = await createUser(db.dataSource);
        const ledger = creditLedger(db.dataSource);
        await giveUnits(db.dataSource, userId, 1_000);
        for (let image = 0; image < 21; image += 1) {
          const [imageId = ''] = (await submitImages(ledger, userId)) ?? [];
          await closeImage(db.dataSource, ledger, { userId, imageId, delivered: true });
        }
        expect(await storedFiles(db.dataSource.manager, '', 100)).toHaveLength(21);
        const before = await alertsOf('lost_files_unlikely');
        expect(await look()).toEqual({ lost: [], found: [] });
        expect(await alertsOf('lost_files_unlikely')).toBe(before + 1);
      });

      test('not to be asked for, because the storage does not answer, is not marked', async () => {
        const [file] = await deliver(1);
        await storage.remove(file!.key);
        const failing = await workers.make({
          events: new RecordedEvents(),
          storage: Object.assign(Object.create(storage) as Storage, {
            size: () => Promise.reject(new StorageError('silent')),
          }),
        });
        await expect(failing.module.get(FindLostFiles).look({ everyMs: 0 })).rejects.toBeInstanceOf(StorageError);
        expect(await lostAt(file!.key)).toBe(false);
      });

      test('deleted by its owner is not missed', async () => {
        const [file] = await deliver(1);
        await rows(db.dataSource, `update images set deleted_at = now() where id = $1`, [file!.id]);
        await storage.remove(file!.key);
        expect(await look()).toEqual({ lost: [], found: [] });
      });
    }
  });

  if (isWhole) {
    test('a file that cannot be removed is tried again later, and keeps no other one', async () => {
      const [first, second] = [newKey(uuid(1)), newKey(uuid(2))];
      for (const key of [first, second]) await put(key);
      await rows(
        db.dataSource,
        `insert into object_deletions (object_key, due_at) values ($1, now() - interval '2 s'), ($2, now() - interval '1 s')`,
        [first, second],
      );
      const remove = (key: string): Promise<void> =>
        key.includes(uuid(1)) ? Promise.reject(new StorageError('not now')) : storage.remove(key);
      const failing = await workers.make({ storage: Object.assign(Object.create(storage) as Storage, { remove }) });
      const swept = [await failing.module.get(PurgeImages).run(), await failing.module.get(PurgeImages).run()];
      expect(swept.map((result) => result?.removed)).toEqual([1, 0]);
      expect(await keysOf(storage)).toEqual([first]);
      await rows(db.dataSource, `update object_deletions set due_at = now() where object_key = $1`, [first]);
      expect((await worker.module.get(PurgeImages).run())?.removed).toBe(1);
    });

    test('thumbnails of an image are no orphans', async () => {
      const [file] = await deliver(1);
      await put(thumbnailKey(file!.key, 320));
      expect(await collect()).toBe(0);
    });
  }
});
