import { removePostgresData } from '@app/sandbox/postgres';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod';
import { dataDir } from '../config.js';
import { ALL_PICTURES, COLLECTOR, EVERYBODY } from './people.js';
import { SEARCH_CASES } from './prompts.js';
import { writeShelves } from './write-shelves.js';

/** Goes up when what is written changes; an older library is written anew. */
const VERSION = 1;
const PREPARED = z.object({ version: z.literal(VERSION), found: z.record(z.string(), z.number()) });

/** What is known of the prepared pictures. */
export interface Library {
  /** How many of the collector's pictures each search must find. */
  found: Record<string, number>;
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

// Built at once at the end, an index of a million rows takes seconds; kept up to date row by row, minutes.
const INDEXES = `
select i.indexname as name, i.indexdef as definition from pg_indexes i
 where i.tablename in ('images', 'generations', 'prompt_tokens', 'favorites') and i.schemaname = 'public'
   and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`;

async function withoutIndexes(client: pg.ClientBase, say: (text: string) => void, work: () => Promise<void>) {
  const { rows } = await client.query<Index>(INDEXES);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  // References and triggers were obeyed by whoever made the rows.
  await client.query('set session_replication_role = replica');
  await work();
  await client.query('set session_replication_role = origin');
  for (const { name, definition } of rows) {
    say(`  index ${name}`);
    await client.query(definition);
  }
}

async function write(client: pg.ClientBase, say: (text: string) => void): Promise<Library> {
  const found = Object.fromEntries(SEARCH_CASES.map(({ q }) => [q, 0]));
  let written = 0;
  await withoutIndexes(client, say, () =>
    writeShelves(client, EVERYBODY, (pictures) => {
      const own = pictures.filter(({ userId }) => userId === COLLECTOR.userId);
      for (const { q, finds } of SEARCH_CASES)
        found[q] = (found[q] ?? 0) + own.filter((one) => finds(one.prompt)).length;
      const before = Math.floor((written * 10) / ALL_PICTURES);
      written += pictures.length;
      if (Math.floor((written * 10) / ALL_PICTURES) > before) say(`  ${written} of ${ALL_PICTURES} pictures`);
    }),
  );
  return { found };
}

/** Deletes the database of an earlier run that was left unfinished or holds something else. It must not be running. */
export async function forgetOldLibrary(say: (text: string) => void): Promise<void> {
  if (await readPrepared()) return;
  say(`Beginning anew in ${dataDir()}`);
  await removePostgresData(join(dataDir(), 'postgres'));
}

/** One million pictures of some six thousand people, written once and found again by the next run. */
export async function openLibrary(database: pg.Pool, say: (text: string) => void): Promise<Library> {
  const prepared = await readPrepared();
  if (prepared) return prepared;
  say(`Writing ${ALL_PICTURES} pictures, once`);
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
