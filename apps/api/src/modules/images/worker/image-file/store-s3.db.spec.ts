import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { keysOf, show, submit, useWorkers } from '../../../../../test/support/images/painting.js';
import { PATIENT, useS3 } from '../../../../../test/support/http/s3.js';
import { drawn, TURN } from '../../../../../test/support/timing/drawn.js';
import { row, rows } from '../../../../platform/database/rows.js';
import type { S3Storage } from '../../../../platform/storage/s3.storage.js';
import { StorageError, type Storage, type StoredObject } from '../../../../platform/storage/storage.port.js';

const db = useDatabase();
const workers = useWorkers(db.dataSource);
const s3 = useS3();

/** Of what a test looks at itself. */
let storage: S3Storage;
/** Gives a store that is silent up soon. */
let hasty: S3Storage;
beforeEach(() => {
  storage = s3.open();
  hasty = s3.open({}, { ...PATIENT, call: 1_000, silence: 300 });
});
const FOR_EVER = { times: 1_000 };

interface Stored {
  key: string;
  bytes: number;
  sha256: string;
}

const storedOf = async (id: string): Promise<Stored> => {
  const stored = await row<Stored>(
    db.dataSource,
    `select object_key as key, bytes, encode(sha256, 'hex') as sha256 from images where id = $1`,
    [id],
  );
  if (!stored) throw new Error(`no image ${id}`);
  return stored;
};

const MEETINGS: [string, { method?: string }][] = [
  ['lost', {}],
  ['short', {}],
  ['corrupt', {}],
  ['slowdown', { method: 'PUT' }],
  ['broken', { method: 'PUT' }],
  ['drop', { method: 'PUT' }],
  ['denied', { method: 'PUT' }],
  ['cut', { method: 'GET' }],
  ['stall', { method: 'GET' }],
  ['html', { method: 'GET' }],
  ['empty', { method: 'GET' }],
];
/** Each kind meets the one today and the other tomorrow, so that half of the kinds meet each. */
const times = MEETINGS.map(
  ([kind, more], at) => [kind, more, drawn(['once', 'always'], 2, { turn: TURN + at })] as const,
);

describe.each(times)('a store that meets “%s”', (kind, more, today) => {
  if (today.includes('once')) {
    test('once: the image is stored under another key, whole, and nothing else stays', async () => {
      const { id } = await submit(db.dataSource);
      await s3.plan(kind, more);
      // On a busy machine the retry must not fail as well.
      const persevering = s3.open({}, { ...PATIENT, silence: 2_000 });
      await (await workers.make({ storage: persevering })).run(id);
      expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', available: 0, reserved: 0 });
      const { key, bytes, sha256 } = await storedOf(id);
      const file = await buffer((await storage.open(key))!.stream);
      expect({ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') }).toEqual({
        bytes,
        sha256,
      });
      expect(await keysOf(storage)).toEqual([key]);
      expect(await rows(db.dataSource, `select object_key from object_deletions where done_at is null`)).toEqual([]);
    });
  }

  if (today.includes('always')) {
    test('always: the image fails, its credits are back, and what lies there is named for removal', async () => {
      const { id } = await submit(db.dataSource);
      await s3.plan(kind, { ...more, ...FOR_EVER });
      await (await workers.make({ storage: hasty })).run(id);
      expect(await show(db.dataSource, id)).toMatchObject({
        status: 'failed',
        errorCode: 'STORAGE_FAILED',
        available: 35,
        reserved: 0,
      });
      await fetch(`${s3.sandbox.url}/_sandbox/failures`, { method: 'DELETE' });
      const named = await rows<{ key: string }>(db.dataSource, `select object_key as key from object_deletions`);
      for (const key of await keysOf(storage)) expect(named.map((entry) => entry.key)).toContain(key);
      await rows(db.dataSource, `truncate object_deletions`);
    });
  }
});

test('a store that stays silent ends an image, with its credits back', async () => {
  const { id } = await submit(db.dataSource);
  await s3.sandbox.control('s3', { slowMs: 600_000 });
  await s3.plan('slow', FOR_EVER);
  // Nothing arrives there, so the shortest patience does.
  const hastiest = s3.open({}, { ...PATIENT, call: 150 });
  await (await workers.make({ storage: hastiest })).run(id);
  expect(await show(db.dataSource, id)).toMatchObject({ status: 'failed', errorCode: 'STORAGE_FAILED', available: 35 });
});

const isOfImage = (id: string) => (key: string) => key.includes(id);

/** A storage over the real one of which a test replaces single methods. */
const over = (changes: Partial<Storage>): Storage => ({
  put: (...args) => workers.storage.put(...args),
  stat: (key) => workers.storage.stat(key),
  open: (key, range) => workers.storage.open(key, range),
  read: (key) => workers.storage.read(key),
  remove: (key) => workers.storage.remove(key),
  removeUnfinished: (olderThanMs) => workers.storage.removeUnfinished(olderThanMs),
  size: (key) => workers.storage.size(key),
  list: (prefix, after) => workers.storage.list(prefix, after),
  directAddress: () => null,
  internalAddress: () => null,
  ...changes,
});

describe('a storage that fails', () => {
  beforeEach(() => rows(db.dataSource, `truncate object_deletions`));

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
