import type { DataSource } from 'typeorm';

/** Milliseconds. A busy or blocked server ends a statement rather than hold a connection. */
const LIMITS = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
  lock_timeout: 5_000,
};

/** Limits belong to the role, because PgBouncer refuses start-up parameters that it does not know. */
export async function setRoleLimits(dataSource: DataSource): Promise<void> {
  for (const [name, milliseconds] of Object.entries(LIMITS)) {
    await dataSource.query(`
      do $$ begin
        execute format('alter role current_user in database %I set ${name} = ${milliseconds}', current_database());
      end $$`);
  }
}
