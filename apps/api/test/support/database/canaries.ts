import { buffer } from 'node:stream/consumers';
import { rows, type Sql } from '../../../src/platform/database/rows.js';
import type { Storage } from '../../../src/platform/storage/storage.port.js';

interface Column {
  schema: string;
  table: string;
  column: string;
  type: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Texts that hold a needle in other letters: escaped as in JSON, percent-encoded, base64. */
const disguises = (needle: string): string[] => [
  ...new Set([
    needle,
    JSON.stringify(needle).slice(1, -1),
    encodeURIComponent(needle),
    Buffer.from(needle).toString('base64').replace(/=+$/, ''),
  ]),
];

/** `table.column: needle` for every column of every table in which one is, as text in any case, or as bytes. */
export async function findInTables(sql: Sql, needles: readonly string[]): Promise<string[]> {
  const columns = await rows<Column>(
    sql,
    `select n.nspname as schema, c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and a.attnum > 0 and not a.attisdropped
      order by 1, 2, a.attnum`,
  );
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const value = quoted(column);
    const holds =
      type === 'bytea'
        ? `position(convert_to(needle, 'UTF8') in ${value}) > 0`
        : `position(lower(needle) in lower(${value}::text)) > 0`;
    const hits = await rows<{ needle: string }>(
      sql,
      `select needle from unnest($1::text[]) needle
        where exists (select 1 from ${quoted(schema)}.${quoted(table)} where ${holds})`,
      [needles.flatMap(disguises)],
    );
    found.push(...hits.map(({ needle }) => `${table}.${column}: ${needle}`));
  }
  return found;
}

/** `key: needle` for every stored file in which one is, and the same for what is in its key. */
export async function findInFiles(
  storage: Pick<Storage, 'list' | 'open'>,
  needles: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const forms = needles.flatMap((needle) =>
    (['utf8', 'utf16le'] as const).map((encoding) => ({ needle, bytes: Buffer.from(needle, encoding) })),
  );
  for await (const { key } of storage.list('')) {
    const opened = await storage.open(key);
    const content = opened ? await buffer(opened.stream) : Buffer.alloc(0);
    for (const { needle, bytes } of forms) {
      if (key.includes(needle) || content.includes(bytes)) found.push(`${key}: ${needle}`);
    }
  }
  return found;
}
