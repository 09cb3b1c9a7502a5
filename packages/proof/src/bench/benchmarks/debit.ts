import { priceUnits } from '@app/contracts';
import type pg from 'pg';
import type { Bench } from '../context.js';
import { generateRequest } from '../crowd/submission.js';
import { CROWD_MODEL, giveUnits } from '../crowd/users.js';
import { send } from '../measure/http.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { atMost, type Finding } from '../report.js';
import { VISITORS } from '../seed/galleries.js';

const REQUESTS = 200;
const AFFORDABLE = 120;

async function emptyQueue(database: pg.Pool): Promise<void> {
  for (const table of ['images', 'generations']) {
    await database.query(`update ${table} set status = 'failed', error_code = 'ENGINE_FAILED', finished_at = now()
                           where status in ('pending', 'processing')`);
  }
}

/** Makes the engine look fast, so that admission does not refuse the requests. */
async function pretendFastEngine(database: pg.Pool): Promise<void> {
  await database.query(`update generations set count = 8, finished_at = now() + interval '1 hour' where user_id = $1`, [
    VISITORS[4_000]?.userId,
  ]);
}

/** The difference from 120 accepted requests and an empty, balanced account. */
async function countErrors({ services }: Bench, origin: string): Promise<number> {
  const { database, appSecret } = services;
  const created = await database.query<{ id: string }>(`insert into users (name) values ('Bench') returning id`);
  const userId = created.rows[0]?.id ?? '';
  const [token = ''] = await openSessions(database, appSecret, [userId]);
  await giveUnits(database, [userId], AFFORDABLE * priceUnits(CROWD_MODEL));
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => send(origin, generateRequest(headers))));
  const accepted = answers.filter(({ status }) => status === 202).length;
  const { rows } = await database.query<{ wrong: number }>(
    `select abs(a.available + a.reserved - sum(l.d_available + l.d_reserved))::int + a.available::int as wrong
       from credit_accounts a join ledger_entries l using (user_id) where user_id = $1
      group by a.available, a.reserved`,
    [userId],
  );
  return Math.abs(accepted - AFFORDABLE) + (rows[0]?.wrong ?? 1);
}

export async function measureDebit(bench: Bench): Promise<Finding[]> {
  const { database } = bench.services;
  await emptyQueue(database);
  await pretendFastEngine(database);
  const api = await startApi(bench.services, { FREE_ALLOWANCE: 'none' });
  let errors = 0;
  try {
    for (let round = 0; round < bench.rounds; round += 1) {
      errors += await countErrors(bench, api.origin);
      await emptyQueue(database);
    }
  } finally {
    await api.stop();
  }
  const what = `wrongly accepted or refused requests, and units of difference, in ${bench.rounds} rounds`;
  return [
    { what, unit: 'count', measured: { q1: errors, median: errors, q3: errors }, goal: atMost(0), mustHold: true },
  ];
}
