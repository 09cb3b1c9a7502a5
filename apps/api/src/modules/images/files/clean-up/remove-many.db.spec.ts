import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { until } from '../../../../../test/support/timing/until.js';
import { rows } from '../../../../platform/database/rows.js';
import { StorageError, type Storage } from '../../../../platform/storage/storage.port.js';
import { scheduleObjectDeletion } from './object-rows.js';
import { PurgeImages } from './purge-images.js';

const db = useDatabase();
const KEYS = Array.from({ length: 40 }, (_, n) => `pictures/2026/11/${n + 10}/1-0.png`);

beforeEach(async () => {
  for (const key of KEYS) await scheduleObjectDeletion(db.dataSource.manager, key, 0);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rows(db.dataSource, `delete from object_deletions`);
});

const isThumbnail = (key: string): boolean => !KEYS.includes(key);
const purging = (remove: Storage['remove']): PurgeImages => new PurgeImages(db.dataSource, { remove } as Storage);
const open = async (): Promise<string[]> =>
  (
    await rows<{ key: string }>(db.dataSource, `select object_key as key from object_deletions where done_at is null`)
  ).map(({ key }) => key);

test('sixteen images are removed at once, and not more', async () => {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const underWay = new Set<string>();
  let most = 0;
  const purge = purging(async (key) => {
    if (isThumbnail(key)) return;
    underWay.add(key);
    most = Math.max(most, underWay.size);
    await released;
    underWay.delete(key);
  });
  const purged = purge.run();
  await until(() => underWay.size >= 16, 30_000);
  letGo();
  expect(await purged).toEqual({ purged: 0, removed: KEYS.length });
  expect(most).toBe(16);
  expect(await open()).toEqual([]);
});

test('a run goes on at once with what its time did not suffice for', async () => {
  // Four looks at the clock, and the time of a step is over.
  let seconds = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (seconds += 1) * 1_000);
  expect(await purging(() => Promise.resolve()).run()).toEqual({ purged: 0, removed: KEYS.length });
  expect(await open()).toEqual([]);
});

test('an object that the storage refuses keeps no others', async () => {
  const [refused = ''] = KEYS;
  const refuse = (key: string): Promise<void> =>
    key === refused ? Promise.reject(new StorageError('refused')) : Promise.resolve();
  expect(await purging(refuse).run()).toEqual({ purged: 0, removed: KEYS.length - 1 });
  expect(await open()).toEqual([refused]);
});

test('a storage that refuses everything is asked again by the next run only', async () => {
  const asked: string[] = [];
  const purge = purging((key) => {
    asked.push(key);
    return Promise.reject(new StorageError('away'));
  });
  expect(await purge.run()).toEqual({ purged: 0, removed: 0 });
  expect(asked.filter((key) => !isThumbnail(key)).length).toBeLessThanOrEqual(16);
  expect(await open()).toHaveLength(KEYS.length);
});
