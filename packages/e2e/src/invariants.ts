import { brokenInvariants } from '@app/api/test-support/invariants';
import { SIZE_PIXELS } from '@app/contracts';
import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ApiClient } from './api-client.js';
import type { ProductDatabase } from './database.js';
import type { Ended } from './load.js';
import { pngSize } from './picture-file.js';
import type { Product } from './product.js';
import type { Witnesses } from './witnesses.js';

/** What must hold at every commit, also amid a fault. */
export async function expectInvariants(database: ProductDatabase): Promise<void> {
  expect(await brokenInvariants(database)).toEqual({});
}

/**
 * What must hold once a fault is over: everything that was acknowledged has ended in time, credits and rows agree, and
 * each delivered picture can be downloaded whole. Answers how each acknowledged order ended. `stored`: the keys of all
 * files there are, if they do not lie on disk.
 */
export async function expectSettled(
  witnesses: Witnesses,
  stored = (): Promise<string[]> => keysOnDisk(witnesses.product),
): Promise<Ended[]> {
  const { database, journal, api } = witnesses;
  const ended = await journal.ended();
  await expectInvariants(database);
  expect(await openWork(database)).toEqual([]);
  for (const one of ended) await expectDelivered(api, database, one);
  await expectFilesKnown(database, await stored());
  return ended;
}

/** Nothing is held once nothing is open. */
const openWork = (database: ProductDatabase): Promise<unknown[]> =>
  database.query(
    `select g.id, g.status from generations g where g.status in ('pending', 'processing')
     union all select a.user_id, 'reserves ' || a.reserved from credit_accounts a where a.reserved <> 0`,
  );

/** Those whose files were looked at already: they cannot change any more. */
const looked = new Set<string>();

async function expectDelivered(api: ApiClient, database: ProductDatabase, { order, generation }: Ended): Promise<void> {
  const delivered = generation.generated_images.filter(({ status }) => status === 'completed');
  expect([generation.id, delivered.length > 0]).toEqual([generation.id, generation.status === 'completed']);
  for (const { id } of delivered.filter((picture) => !looked.has(picture.id))) {
    const response = await api.fetch('GET', `/images/${id}/download`, { token: order.person.token });
    const file = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(pngSize(file)).toEqual(SIZE_PIXELS[generation.size]);
    const rows = await database.query(`select bytes::int, encode(sha256, 'hex') as sha256 from images where id = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') }]);
    looked.add(id);
  }
}

const stem = (key: string): string => key.replace(/(\.w\d+)?\.\w+$/, '');

async function keysOnDisk(product: Product): Promise<string[]> {
  const root = join(product.running.dataDir, 'storage');
  // Nothing was ever stored: there is no folder yet.
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
      .filter(([folder]) => folder === 'pictures')
      // Folders with many entries are split by the beginning of the names.
      .map((path) => path.filter((folder) => !folder.startsWith('~')).join('/'))
  );
}

/** Each file belongs to a picture, or is named for removal: no crash leaves one behind that nobody knows of. */
async function expectFilesKnown(database: ProductDatabase, keys: string[]): Promise<void> {
  const delivered = await database.query<{ key: string }[]>(
    `select object_key as key from images where object_key is not null`,
  );
  const dying = await database.query<{ key: string }[]>(`select object_key as key from object_deletions`);
  const stems = new Set([...delivered, ...dying].map(({ key }) => stem(key)));
  expect(keys.length).toBeGreaterThanOrEqual(delivered.length);
  expect(keys.filter((key) => !stems.has(stem(key)))).toEqual([]);
}
