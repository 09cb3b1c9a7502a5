import { row, type Sql } from '../../../platform/database/rows.js';

export async function billingNow(sql: Sql): Promise<Date> {
  const found = await row<{ now: Date }>(sql, `select billing_now() as now`);
  if (!found) throw new Error('There is no clock of billing');
  return found.now;
}

/** Of two overlapping reads, the one that began later is believed. */
export async function nextReadNumber(sql: Sql): Promise<number> {
  const found = await row<{ number: number }>(sql, `select nextval('billing_reads') as number`);
  if (!found) throw new Error('The sequence gave no number');
  return found.number;
}
