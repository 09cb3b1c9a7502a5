import { beforeEach, describe, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { keysOf, submit, useWorkers } from '../../../../../test/support/images/painting.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { LocalDiskStorage } from '../../../../platform/storage/local-disk.storage.js';
import { StorageError, type Storage } from '../../../../platform/storage/storage.port.js';
import { storedFiles } from '../lost-files.js';
import { CollectOrphans } from './collect-orphans.js';
import { FindLostFiles } from './find-lost-files.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);

const orphan = (i: number): string =>
  `pictures/2026/11/00000000-0000-4000-8000-${String(i).padStart(12, '0')}/1-aaaaaaaa.png`;
/** The same storage, which refuses some keys as a policy of the store would. */
function refusing(...keys: string[]): Storage {
  const refuse = (key: string): void => {
    if (keys.includes(key)) throw new StorageError(`Could not reach ${key} (AccessDenied)`);
  };
  return Object.assign(Object.create(workers.storage) as Storage, {
    size: async (key: string) => {
      refuse(key);
      return workers.storage.size(key);
    },
    remove: async (key: string) => {
      refuse(key);
      return workers.storage.remove(key);
    },
  });
}
const look = async (storage: Storage, limit: number) =>
  (await workers.make({ storage })).module.get(FindLostFiles).look({ everyMs: 0, limit, batches: 1 });
const collect = async (storage: Storage) =>
  (await workers.make({ storage })).module
    .get(CollectOrphans)
    .collect({ graceMs: -60_000, everyMs: 0, batch: 1, batches: 2 });
const isLost = async (key: string): Promise<boolean | undefined> =>
  (
    await row<{ lost: boolean }>(
      db.dataSource,
      `select file_lost_at is not null as lost from images where object_key = $1`,
      [key],
    )
  )?.lost;

beforeEach(async () => {
  for (const key of await keysOf(workers.storage)) await workers.storage.remove(key);
  await rows(db.dataSource, `delete from storage_walks`);
  await rows(db.dataSource, `update images set deleted_at = now() where deleted_at is null`);
});

describe('a file that the storage refuses while it answers for others', () => {
  test('is told, counts as neither lost nor found, and lets the look at the others go on', async () => {
    const worker = await workers.make();
    for (let i = 0; i < 3; i += 1) await worker.run((await submit(db.dataSource)).id);
    const [first, refused, last] = (await storedFiles(db.dataSource.manager, '', 9)).map(({ key }) => key);
    for (const key of [refused, last]) await workers.storage.remove(key!);
    const before = await alertsOf('refused_file');
    const storage = refusing(refused!);
    const lost: string[] = [];
    // One file a round, so that the refused one is all of its round.
    for (let round = 0; round < 4; round += 1) lost.push(...(await look(storage, 1)).lost);
    expect(lost).toEqual([last]);
    expect([await isLost(first!), await isLost(refused!), await isLost(last!)]).toEqual([false, false, true]);
    expect(await alertsOf('refused_file')).toBe(before + 1);

    expect(await look(refusing(last!), 9)).toEqual({ lost: [refused], found: [] });
    expect(await isLost(last!)).toBe(true);
  });

  test('is told, and keeps no other file without an image', async () => {
    const keys = [1, 2, 3].map(orphan);
    for (const key of keys) await workers.storage.put(key, Buffer.from('x'), 'image/png');
    const before = await alertsOf('refused_file');
    const storage = refusing(keys[0]!);
    expect([await collect(storage), await collect(storage)]).toEqual([1, 1]);
    expect(await keysOf(workers.storage)).toEqual([keys[0]]);
    expect(await alertsOf('refused_file')).toBe(before + 1);
  });
});

test('writes that were cut off an hour ago leave nothing on the disk, whatever of them cannot be removed', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'unfinished-'));
  const storage = new LocalDiskStorage(dir);
  await storage.put(orphan(1), Buffer.from('x'), 'image/png');
  const pathOf = (name: string): string => join(dir, '.incoming', name);
  for (const name of ['old', 'young']) await writeFile(pathOf(name), 'half an image');
  const before = new Date(Date.now() - 61 * 60_000);
  await utimes(pathOf('old'), before, before);
  await collect(storage);
  expect(await readdir(join(dir, '.incoming'))).toEqual(['young']);

  await mkdir(pathOf('a folder'));
  await utimes(pathOf('a folder'), before, before);
  await storage.put(orphan(2), Buffer.from('x'), 'image/png');
  expect(await collect(storage)).toBe(1);
  await rm(dir, { recursive: true });
});
