import { toUnits } from '@app/contracts';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Product } from './product.js';

// One statement, because grant, ledger entry and balance belong to one transaction.
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

/** Reconnects after a crash of the database. */
export class ProductDatabase {
  private pool: pg.Pool | undefined;
  private url = '';

  constructor(private readonly product: Product) {}

  async query<T>(text: string, params: unknown[] = []): Promise<T> {
    return (await this.open().query(text, params)).rows as T;
  }

  async giveCredits(userId: string, credits: number): Promise<void> {
    await this.query('insert into credit_accounts (user_id) values ($1) on conflict do nothing', [userId]);
    await this.query(GRANT, [userId, `adj:${randomUUID()}`, toUnits(credits)]);
  }

  async close(): Promise<void> {
    await this.pool?.end();
  }

  private open(): pg.Pool {
    const { databaseUrl } = this.product.running;
    // The port changes with a restart of the product.
    if (this.pool && this.url === databaseUrl) return this.pool;
    this.url = databaseUrl;
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    // A broken idle connection is replaced at the next query.
    this.pool.on('error', () => undefined);
    return this.pool;
  }
}
