import { removePostgresData } from '@app/sandbox/postgres';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod';
import { dataDir } from '../../config.js';
import { ALL_GALLERIES, ALL_IMAGES, COLLECTOR } from './galleries.js';
import { SEARCH_CASES } from './prompts.js';
import { writeGalleries } from './write-galleries.js';

/** Increase it when the written data changes: an older library is replaced. */
const VERSION = 2;
const PREPARED = z.object({ version: z.literal(VERSION), hits: z.record(z.string(), z.number()) });

export interface Library {
  /** Images of the collector that each search must find. */
  hits: Record<string, number>;
}

const file = (): string => join(dataDir(), 'library.json');

async function readPrepared(): Promise<Library | null> {
  const text = await readFile(file(), 'utf8').catch(() => null);
  return text === null ? null : (PREPARED.safeParse(JSON.parse(text)).data ?? null);
}

interface Index {
  name: string;
  definition: string;
}

// Building an index at the end takes seconds; maintaining it row by row takes minutes.
const INDEXES = `
select i.indexname as name, i.indexdef as definition from pg_indexes i
 where i.tablename in ('images', 'generations', 'prompt_tokens', 'favorites') and i.schemaname = 'public'
   and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`;

async function withoutIndexes(client: pg.ClientBase, say: (text: string) => void, work: () => Promise<void>) {
  const { rows } = await client.query<Index>(INDEXES);
  // An index of a million images takes longer than any statement of the product may.
  await client.query('set statement_timeout = 0');
  for (const { name } of rows) await client.query(`drop index ${name}`);
  // Skips foreign keys and triggers, because the written rows are consistent.
  await client.query('set session_replication_role = replica');
  await work();
  await client.query('set session_replication_role = origin');
  for (const { name, definition } of rows) {
    say(`  index ${name}`);
    await client.query(definition);
  }
  await client.query('reset statement_timeout');
}

async function write(client: pg.ClientBase, say: (text: string) => void): Promise<Library> {
  const hits = Object.fromEntries(SEARCH_CASES.map(({ q }) => [q, 0]));
  let written = 0;
  await withoutIndexes(client, say, () =>
    writeGalleries(client, ALL_GALLERIES, (images) => {
      const own = images.filter(({ userId }) => userId === COLLECTOR.userId);
      for (const { q, finds } of SEARCH_CASES) hits[q] = (hits[q] ?? 0) + own.filter((one) => finds(one.prompt)).length;
      const before = Math.floor((written * 10) / ALL_IMAGES);
      written += images.length;
      if (Math.floor((written * 10) / ALL_IMAGES) > before) say(`  ${written} of ${ALL_IMAGES} images`);
    }),
  );
  return { hits };
}

/** Postgres must be stopped. */
export async function deleteOutdatedLibrary(say: (text: string) => void): Promise<void> {
  if (await readPrepared()) return;
  say(`Starting with an empty database in ${dataDir()}`);
  await removePostgresData(join(dataDir(), 'postgres'));
}

/** Written once and kept for the next run. */
export async function openLibrary(database: pg.Pool, say: (text: string) => void): Promise<Library> {
  const prepared = await readPrepared();
  if (prepared) return prepared;
  say(`Writing ${ALL_IMAGES} images once`);
  const client = await database.connect();
  try {
    const library = await write(client, say);
    say('  vacuum');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    await writeFile(file(), JSON.stringify({ version: VERSION, ...library }));
    return library;
  } finally {
    client.release(true);
  }
}
