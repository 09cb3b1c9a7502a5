import {
  BATCH_PAUSE_REASONS,
  BATCH_SOURCES,
  BATCH_STATUSES,
  GENERATION_STATUSES,
  GRANT_KINDS,
  INVOICE_STATES,
  LOCALES,
  PAID_PLANS,
  PAYMENT_KINDS,
  PLANS,
  PREFERENCE_LANGUAGES,
  STATEMENT_KINDS,
  SUBSCRIPTION_EVENT_KINDS,
  TIMEZONES,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_FAILURES,
  WEBHOOK_EVENTS,
} from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { DataSource, type EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { testConfig } from '../test/support/config.js';
import { useDatabase } from '../test/support/database/database.js';
import { createHttpApp } from './http-app.js';
import { REVOKE_REASONS } from './modules/auth/persistence/session.entity.js';
import { ROW_ENDS } from './modules/batches/persistence/batch-row.entity.js';
import { GALLERY_LISTS } from './modules/images/gallery/gallery-page-index.entity.js';
import { TALLY_STATES } from './modules/images/gallery/stats/image-tally.entity.js';
import { HOLD_STATES } from './modules/quota/persistence/hold.entity.js';
import { MAIL_KINDS } from './modules/subscriptions/domain/billing-mail.js';
import { PROVIDER_STATUSES } from './modules/subscriptions/domain/subscription-access.js';
import { INVOICE_REASONS } from './modules/subscriptions/persistence/billing-invoice.entity.js';
import { STORED_PAYMENT_STATES } from './modules/subscriptions/persistence/payment.entity.js';
import { INBOX_STATES } from './modules/subscriptions/persistence/webhook-inbox.entity.js';
import { rows } from './platform/database/rows.js';
import { createLogger } from './platform/observability/logger.js';
import { WorkerModule } from './worker.module.js';

const db = useDatabase(5);

/** Tables without an entity: TypeORM keeps its own list of migrations. */
const WITHOUT_ENTITY = ['migrations'];

/** Unused columns. The version before still names them and runs on this database during an update: a later one drops them. */
const UNUSED = ['checkout_sessions.expires_at', 'identity_marks.debt', 'identity_marks.free_granted'];

/** The list of each column whose values a CHECK constraint lists. */
const VALUES: Record<string, readonly (string | number)[]> = {
  'batch_rows.end_status': ROW_ENDS,
  'batches.pause_reason': BATCH_PAUSE_REASONS,
  'batches.source': BATCH_SOURCES,
  'batches.status': BATCH_STATUSES,
  'billing_invoices.plan': PAID_PLANS,
  'billing_invoices.reason': INVOICE_REASONS,
  'billing_invoices.status': INVOICE_STATES,
  'billing_mails.kind': MAIL_KINDS,
  'checkout_sessions.locale': LOCALES,
  'credit_grants.kind': GRANT_KINDS,
  'gallery_page_index.level': [1, 2],
  'gallery_page_index.list': GALLERY_LISTS,
  // The statement shows a settled hold as a charge.
  'ledger_entries.kind': STATEMENT_KINDS.map((kind) => (kind === 'charge' ? 'settle' : kind)),
  'generations.status': [...GENERATION_STATUSES, 'cancelled'],
  'holds.state': HOLD_STATES,
  'images.status': [...GENERATION_STATUSES, 'cancelled'],
  'interrupted_changes.from_plan': PAID_PLANS,
  'interrupted_changes.plan': PAID_PLANS,
  'payments.kind': PAYMENT_KINDS,
  'payments.plan': PAID_PLANS,
  'payments.status': STORED_PAYMENT_STATES,
  'picture_tallies.state': TALLY_STATES,
  'sessions.revoke_reason': REVOKE_REASONS,
  'subscription_events.kind': SUBSCRIPTION_EVENT_KINDS,
  'subscription_events.plan': PAID_PLANS,
  'subscriptions.pending_plan': PAID_PLANS,
  'subscriptions.plan': PAID_PLANS,
  'subscriptions.status': PROVIDER_STATUSES,
  'users.language': PREFERENCE_LANGUAGES,
  'users.plan': PLANS,
  'users.timezone': TIMEZONES,
  'webhook_deliveries.last_failure': WEBHOOK_FAILURES,
  'webhook_deliveries.status': WEBHOOK_DELIVERY_STATUSES,
  'webhook_events.type': [...WEBHOOK_EVENTS, 'test'],
  'webhook_inbox.state': INBOX_STATES,
};

interface Column {
  type: string;
  isNullable: boolean;
  isGenerated: boolean;
  isIdentity: boolean;
  /** Position in the primary key, from 1. */
  keyPosition: number | null;
}

type Tables = Record<string, Record<string, Column>>;

let entities: EntityMetadata[];

beforeAll(async () => {
  const config = testConfig({ DATABASE_URL: db.url, DATABASE_POOL: '3' });
  const http = await createHttpApp(config);
  const worker = await NestFactory.createApplicationContext(WorkerModule.with(config, createLogger(config)), {
    logger: false,
  });
  entities = [http, worker].flatMap((one) => one.get(DataSource).entityMetadatas);
  // Before the database is dropped, which ends their connections.
  await http.close();
  await worker.close();
});

const typeOf = (column: ColumnMetadata): string =>
  db.dataSource.driver.normalizeType(column) + (column.isArray ? '[]' : '');

function declaredColumns({ columns, primaryColumns }: EntityMetadata): Record<string, Column> {
  const described = columns.map((column) => [
    column.databaseName,
    {
      type: typeOf(column),
      isNullable: column.isNullable,
      isGenerated: column.generatedType === 'STORED',
      isIdentity: column.generatedIdentity !== undefined,
      keyPosition: primaryColumns.indexOf(column) + 1 || null,
    },
  ]);
  return Object.fromEntries(described) as Record<string, Column>;
}

const declaredTables = (): Tables =>
  Object.fromEntries(entities.map((entity) => [entity.tableName, declaredColumns(entity)]));

async function migratedTables(): Promise<Tables> {
  const found = await rows<Column & { table: string; column: string }>(
    db.dataSource,
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
            not a.attnotnull as "isNullable", a.attgenerated = 's' as "isGenerated", a.attidentity <> '' as "isIdentity",
            array_position(k.indkey::int2[], a.attnum) + 1 as "keyPosition"
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       left join pg_index k on k.indrelid = c.oid and k.indisprimary
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and not a.attisdropped and c.relname <> all($1)
        and c.relname || '.' || a.attname <> all($2)`,
    [WITHOUT_ENTITY, UNUSED],
  );
  const tables: Tables = {};
  for (const { table, column, ...described } of found) (tables[table] ??= {})[column] = described;
  return tables;
}

/** Lists of values in CHECK constraints of one column, by `table.column`. */
async function checkedValues(): Promise<Record<string, string[]>> {
  const checks = await rows<{ column: string; definition: string }>(
    db.dataSource,
    `select conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'c' and k.connamespace = 'public'::regnamespace and cardinality(k.conkey) = 1`,
  );
  const lists = checks.flatMap(({ column, definition }) => {
    const list = /= ANY \(ARRAY\[(.*)\]\)/.exec(definition)?.[1];
    return list === undefined ? [] : [[column, list.split(', ').map((value) => value.replace(/^'|'::text$/g, ''))]];
  });
  return Object.fromEntries(lists) as Record<string, string[]>;
}

/** A default of an entity as Postgres writes it. */
function textOf(value: ColumnMetadata['default']): string {
  if (typeof value === 'function') return value();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const sorted = (lists: Record<string, readonly unknown[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([column, values]) => [column, values.map(String).toSorted()]));

describe('entities and the migrated database', () => {
  test('have the same tables and columns, with types, nullability, keys and generated columns', async () => {
    expect(declaredTables()).toEqual(await migratedTables());
  });

  test('have the same defaults where an entity declares one', async () => {
    const declared = [...new Map(entities.map((entity) => [entity.tableName, entity])).values()].flatMap(
      ({ tableName, columns }) =>
        columns
          .filter(({ default: value }) => value !== undefined)
          .map(({ databaseName, default: value }) => ({
            table: tableName,
            column: databaseName,
            value: textOf(value),
          })),
    );
    const migrated = await rows<{ table: string; column: string; value: string }>(
      db.dataSource,
      `select table_name as table, column_name as column, regexp_replace(column_default, '^''(.*)''::[a-z]+$', '\\1') as value
         from information_schema.columns
        where (table_name, column_name) in (select t, c from unnest($1::text[], $2::text[]) as u (t, c))`,
      [declared.map(({ table }) => table), declared.map(({ column }) => column)],
    );
    expect(declared.length).toBeGreaterThan(0);
    expect(migrated).toHaveLength(declared.length);
    expect(migrated).toEqual(expect.arrayContaining(declared));
  });

  test('list the same values in CHECK constraints as the contracts', async () => {
    expect(sorted(await checkedValues())).toEqual(sorted(VALUES));
  });
});
