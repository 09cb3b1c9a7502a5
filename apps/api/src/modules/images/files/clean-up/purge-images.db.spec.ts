import type { Answer, Generation } from '@app/contracts';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { FILES_DIR } from '../../../../../test/support/config.js';
import { useBatches } from '../../../../../test/support/images/batches.js';
import { findInTables } from '../../../../../test/support/database/canaries.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { untilBlocked } from '../../../../../test/support/database/database-locks.js';
import { expectGalleries } from '../../../../../test/support/images/gallery-rules.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { keysOf } from '../../../../../test/support/images/painting.js';
import { beginWork, deliverImage, storageOf } from '../../../../../test/support/images/work.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { StorageError } from '../../../../platform/storage/storage.port.js';
import { thumbnailKey } from '../object-keys.js';
import { markObjectsDeleted, scheduleObjectDeletion } from './object-rows.js';
import { PurgeImages, type Purged } from './purge-images.js';

const folder = mkdtempSync(join(FILES_DIR, 'purging-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const app = useApp({
  env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_ENTERPRISE: '1000', STORAGE_DIR: folder },
});
let person: SignedIn;

beforeEach(async () => {
  person = await app.signIn({ plan: 'enterprise' });
  await giveUnits(app.dataSource, person.userId, 1_000);
});
afterEach(async () => {
  await expectInvariants(app.dataSource);
  await expectGalleries(app.dataSource);
});

const PROMPT = 'a secret cat';
async function make(count: number): Promise<Generation> {
  const sent = {
    token: person.token,
    body: { prompt: PROMPT, negative_prompt: `no ${PROMPT}`, count },
    headers: { 'idempotency-key': 'k' },
  };
  return (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data;
}
const remove = (path: string): Promise<unknown> => app.request('DELETE', path, { token: person.token });
const passUndo = (): Promise<unknown> =>
  rows(
    app.dataSource,
    `update images set deleted_at = deleted_at - interval '10 s', purge_at = now() where deleted_at is not null and purged_at is null`,
  );
const purge = (): Promise<Purged | null> => app.app.get(PurgeImages, { strict: false }).run();
const filesOf = async (key: string): Promise<number> => {
  const files = [key, thumbnailKey(key, 320), thumbnailKey(key, 640)];
  const sizes = await Promise.all(files.map((file) => storageOf(app).size(file)));
  return sizes.filter((size) => size !== null).length;
};

test('naming an object again, because the answer was lost, is no error and changes nothing', async () => {
  const key = 'pictures/2026/11/a/1-0.png';
  const named = (): Promise<unknown> =>
    row(app.dataSource, `select due_at, done_at from object_deletions where object_key = $1`, [key]);
  await scheduleObjectDeletion(app.dataSource.manager, key, 60_000);
  const first = await named();
  await scheduleObjectDeletion(app.dataSource.manager, key, 3_600_000);
  expect(await named()).toEqual(first);
  expect(first).toMatchObject({ done_at: null });
});

test('objects that were removed are locked in the order of their names, so that two rounds cannot block each other', async () => {
  const [first, last] = ['pictures/2026/11/b/1-0.png', 'pictures/2026/11/z/1-0.png'];
  // The last one lies first in the table.
  for (const key of [last, first]) await scheduleObjectDeletion(app.dataSource.manager, key, 0);
  const lock = 'select 1 from object_deletions where object_key = $1 for update';
  const round = await inTransaction(app.dataSource, async (tx) => {
    await rows(tx, lock, [first]);
    const removing = markObjectsDeleted(app.dataSource.manager, [last, first]);
    await untilBlocked(tx);
    await rows(tx, `${lock} nowait`, [last]);
    return { removing };
  });
  await round.removing;
  const open = await row(
    app.dataSource,
    `select count(*) from object_deletions where done_at is null and due_at <= now()`,
  );
  expect(open).toEqual({ count: 0 });
});

describe('a removed image', () => {
  test('keeps its files while it can be restored, and loses them all afterwards, once', async () => {
    const [first = '', second = ''] = (await make(2)).generated_images.map(({ id }) => id);
    const keys = [(await deliverImage(app, first)).key, (await deliverImage(app, second)).key] as const;
    await app.post(`/images/${first}/favorite`, { token: person.token });
    await remove(`/images/${first}`);
    expect(await purge()).toEqual({ purged: 0, removed: 0 });
    expect(await filesOf(keys[0])).toBe(3);
    await passUndo();
    expect(await purge()).toEqual({ purged: 1, removed: 1 });
    expect([await filesOf(keys[0]), await filesOf(keys[1])]).toEqual([0, 3]);
    expect(await purge()).toEqual({ purged: 0, removed: 0 });
  });

  test('that cannot be restored any more is refused whatever the clock says', async () => {
    const { id } = await make(1);
    await deliverImage(app, id);
    await remove(`/images/${id}`);
    await passUndo();
    await purge();
    await rows(
      app.dataSource,
      `update images set purged_at = now() + interval '2 h', purge_at = now() + interval '1 h' where id = $1`,
      [id],
    );
    const { status, body } = await app.post('/images/restore', { token: person.token, body: { image_ids: [id] } });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'RESTORE_WINDOW_CLOSED' });
  });

  test('that is still being made is paid for first, and goes then', async () => {
    const { id } = await make(1);
    await beginWork(app, id);
    await rows(app.dataSource, `update images set status = 'processing' where id = $1`, [id]);
    await remove(`/images/${id}`);
    await passUndo();
    expect(await purge()).toEqual({ purged: 0, removed: 0 });
    const { key } = await deliverImage(app, id);
    expect(await filesOf(key)).toBe(3);
    expect(await purge()).toEqual({ purged: 1, removed: 1 });
    expect(await filesOf(key)).toBe(0);
  });

  test('whose files the storage does not remove now is final all the same, and they go later', async () => {
    const { id } = await make(1);
    const { key } = await deliverImage(app, id);
    await remove(`/images/${id}`);
    await passUndo();
    const storage = Object.assign(Object.create(storageOf(app)) as object, {
      remove: () => Promise.reject(new StorageError('away')),
    });
    const purging = new PurgeImages(app.dataSource, storage as never);
    const { signal } = new AbortController();
    expect([await purging.purge(signal), await purging.removeObjects(signal)]).toEqual([1, 0]);
    await rows(app.dataSource, `update object_deletions set due_at = now() where object_key = $1`, [key]);
    expect(await purge()).toEqual({ purged: 0, removed: 1 });
    expect(await filesOf(key)).toBe(0);
  });
});

describe('the words of a generation', () => {
  const words = (id: string): Promise<unknown> =>
    row(
      app.dataSource,
      `select prompt, negative_prompt, octet_length(body_hash) as hash, idem_key from generations where id = $1`,
      [id],
    );

  test('go with its last image, not before; the statement says then that it was deleted', async () => {
    const { id, generated_images: images } = await make(2);
    for (const image of images) await deliverImage(app, image.id);
    const kept = { prompt: PROMPT, negative_prompt: `no ${PROMPT}`, hash: 32, idem_key: 'k' };
    await remove(`/images/${id}`);
    await passUndo();
    await purge();
    expect(await words(id)).toEqual(kept);
    await remove(`/images/${images[1]?.id}`);
    await purge();
    expect(await words(id)).toEqual(kept);
    await passUndo();
    await purge();
    expect(await words(id)).toEqual({ prompt: '', negative_prompt: null, hash: 0, idem_key: 'k' });
    const statement = await app.get<Answer<'quota.statement'>>('/quota/statement?kind=charge', { token: person.token });
    expect(statement.body.data.data.map(({ picture: image }) => image)).toMatchObject([
      { prompt: null, isDeleted: true },
      { prompt: null, isDeleted: true },
    ]);
  });
});

test('rows and files agree both ways after removals, restorations and purges of every kind', async () => {
  const kept: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { id, generated_images: images } = await app
      .post<Answer<'images.generate'>>('/images/generate', { token: person.token, body: { prompt: `${n}`, count: 4 } })
      .then(({ body }) => body.data);
    for (const image of images) kept.push((await deliverImage(app, image.id)).key);
    if (n % 3 === 0) await remove(`/images/generations/${id}`);
    if (n % 3 === 1) await remove(`/images/${images[n % 4]?.id}`);
    if (n === 3) await app.post('/images/restore', { token: person.token, body: { generation_ids: [id] } });
  }
  await passUndo();
  await purge();
  const living = await rows<{ key: string }>(
    app.dataSource,
    `select object_key as key from images where status = 'completed' and purged_at is null order by object_key collate "C"`,
  );
  const stored = (await keysOf(storageOf(app))).filter((key) => !/\.w\d+\./.test(key)).toSorted();
  expect(living.map(({ key }) => key)).toEqual(stored);
  expect(kept.filter((key) => stored.includes(key))).toHaveLength(24 - 4 - 2);
});

describe('the words of a row of a batch', () => {
  const batches = useBatches(app);

  test('go with its images, and other rows keep theirs', async () => {
    const secret = 'a secret badger';
    const secretRow = { prompt: secret, negative_prompt: `no ${secret}` };
    const id = await batches.start(person, [secretRow, { prompt: 'a hare' }]);
    await batches.dispatch();
    const made = [await batches.generationOf(person, id, 1), await batches.generationOf(person, id, 2)] as const;
    for (const generation of made) await deliverImage(app, generation);
    await batches.dispatch();
    await remove(`/images/generations/${made[0]}`);
    await passUndo();
    await purge();
    expect(await findInTables(app.dataSource, [secret])).toEqual([]);
    const shown = await batches.show(person, id);
    expect(shown.rows).toMatchObject([
      { prompt: '', negative_prompt: null, status: 'completed' },
      { prompt: 'a hare', status: 'completed' },
    ]);
  });
});
