import { oneRow, type Sql } from '../../../platform/database/rows.js';

export const billingNow = async (sql: Sql): Promise<Date> =>
  (await oneRow<{ now: Date }>(sql, `select billing_now() as now`)).now;

/** Of two overlapping reads, the one that began later is believed. */
export const nextReadNumber = async (sql: Sql): Promise<number> =>
  (await oneRow<{ number: number }>(sql, `select nextval('billing_reads') as number`)).number;
