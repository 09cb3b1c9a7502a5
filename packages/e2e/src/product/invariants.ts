import { INVARIANTS } from '@app/api/test-support/invariant-statements';
import { SIZE_PIXELS } from '@app/contracts';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ApiClient } from '../users/api-client.js';
import type { ProductDatabase } from './database.js';
import { readPngSize } from '../image-file.js';
import type { EndedGeneration, GenerationJournal } from '../users/generation-journal.js';
import type { Product } from './product.js';

export interface ProductAccess {
  product: Product;
  /** Connects through the web server, as browsers do. */
  api: ApiClient;
  database: ProductDatabase;
  journal: GenerationJournal;
}

/** Holds at every commit, even during a fault. */
export async function expectInvariants(database: ProductDatabase): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [name, statement] of Object.entries(INVARIANTS)) {
    const offending = await database.query<unknown[]>(`select * from (${statement}) offending limit 5`);
    if (offending.length > 0) broken[name] = offending;
  }
  assert.deepEqual(broken, {});
}

/**
 * Holds after a fault: all accepted generations ended in time, credits and rows agree, and delivered images download
 * completely.
 */
export async function expectSettled(
  access: ProductAccess,
  stored = (): Promise<string[]> => listStoredKeys(access.product),
): Promise<EndedGeneration[]> {
  const { database, journal, api } = access;
  const ended = await journal.waitForAll();
  await expectInvariants(database);
  assert.deepEqual(await findOpenGenerations(database), []);
  for (const one of ended) await expectDelivered(api, database, one);
  await expectFilesKnown(database, await stored());
  return ended;
}

const findOpenGenerations = (database: ProductDatabase): Promise<unknown[]> =>
  database.query(
    `select g.id, g.status from generations g where g.status in ('pending', 'processing')
     union all select a.user_id, 'reserves ' || a.reserved from credit_accounts a where a.reserved <> 0`,
  );

/** Files checked before; they cannot change. */
const checked = new Set<string>();

async function expectDelivered(
  api: ApiClient,
  database: ProductDatabase,
  { submission, generation }: EndedGeneration,
): Promise<void> {
  const delivered = generation.generated_images.filter(({ status }) => status === 'completed');
  assert.equal(delivered.length > 0, generation.status === 'completed', generation.id);
  for (const { id } of delivered.filter((image) => !checked.has(image.id))) {
    const response = await api.fetch('GET', `/images/${id}/download`, { token: submission.user.token });
    const file = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(readPngSize(file), SIZE_PIXELS[generation.size]);
    const rows = await database.query(`select bytes::int, encode(sha256, 'hex') as sha256 from images where id = $1`, [
      id,
    ]);
    assert.deepEqual(rows, [{ bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') }]);
    checked.add(id);
  }
}

const stem = (key: string): string => key.replace(/(\.w\d+)?\.\w+$/, '');

async function listStoredKeys(product: Product): Promise<string[]> {
  const root = join(product.running.dataDir, 'storage');
  // The folder is created with the first file.
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return (
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
      .filter(([folder]) => folder === 'pictures')
      // Large folders are split by name prefixes.
      .map((path) => path.filter((folder) => !folder.startsWith('~')).join('/'))
  );
}

/** Every file belongs to an image or is recorded for removal. */
async function expectFilesKnown(database: ProductDatabase, keys: string[]): Promise<void> {
  const delivered = await database.query<{ key: string }[]>(
    `select object_key as key from images where object_key is not null`,
  );
  const dying = await database.query<{ key: string }[]>(`select object_key as key from object_deletions`);
  const stems = new Set([...delivered, ...dying].map(({ key }) => stem(key)));
  assert.ok(keys.length >= delivered.length, `${keys.length} files for ${delivered.length} images`);
  const unknown = keys.filter((key) => !stems.has(stem(key)));
  assert.equal(unknown.length, 0, `files of no image: ${unknown.join(', ')}`);
}
