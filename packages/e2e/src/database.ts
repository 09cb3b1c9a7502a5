import { toUnits } from '@app/contracts';
import { afterAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Product } from './product.js';

/** The product's own database, asked past the product. */
export interface ProductDatabase {
  /** The rows of a statement. */
  query<T>(text: string, params?: unknown[]): Promise<T>;
  /** A grant that never expires, as an operator would give it: no payment stands behind it. */
  giveCredits(userId: string, credits: number): Promise<void>;
}

// One statement is one transaction: grant, ledger entry and balance appear together.
const GRANT = `
with granted as (
  insert into credit_grants (user_id, kind, source_key, amount, remaining)
  select user_id, 'adjustment', $2, $3::bigint, $3::bigint from credit_accounts where user_id = $1::uuid
  returning id
), account as (
  update credit_accounts set available = available + $3::bigint where user_id = $1::uuid
)
insert into ledger_entries (user_id, kind, d_available, grant_id, key)
select $1::uuid, 'grant', $3::bigint, id, 'grant:' || $2 from granted`;

/** Connections of the test file's own to the product's database; they survive its crashes. */
export function useDatabase(product: Product): ProductDatabase {
  let pool: pg.Pool | undefined;
  const open = (): pg.Pool => {
    if (pool) return pool;
    pool = new pg.Pool({ connectionString: product.running.databaseUrl, max: 2 });
    // A connection that breaks while nobody uses it is replaced at the next question.
    pool.on('error', () => undefined);
    return pool;
  };
  afterAll(async () => {
    await pool?.end();
  });
  return {
    query: async <T>(text: string, params: unknown[] = []) => (await open().query(text, params)).rows as T,
    giveCredits: async (userId, credits) => {
      await open().query('insert into credit_accounts (user_id) values ($1) on conflict do nothing', [userId]);
      await open().query(GRANT, [userId, `adj:${randomUUID()}`, toUnits(credits)]);
    },
  };
}
