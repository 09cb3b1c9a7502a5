import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Bench } from '../context.js';
import { Connection } from '../measure/http-load.js';
import { inRounds, resultsOf } from '../measure/rounds.js';
import type { LoggedStatement } from '../measure/statement-log.js';
import { pairedRatio, spread } from '../measure/statistics.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import { atLeast, atMost, type Finding } from '../report/verdict.js';
import { lastTransaction, replay, type Recording } from '../yardsticks/replay.js';
import { generateRequest, recordGenerate } from './recording.js';
import { emptyLine, giveUnits, pretendQuickEngine, SPENDERS } from './spenders.js';

const POOL = 20;
const TRANSACTIONS = 160;
const RIVALS = 200;
const AFFORDABLE = 120;
const PLENTY = 10_000_000;

const DEBIT = /^\s*update credit_accounts/i;
const READ: Omit<LoggedStatement, 'params'> = {
  name: null,
  text: 'select available, reserved from credit_accounts where user_id = $1 for update',
};
const WRITE: Omit<LoggedStatement, 'params'> = {
  name: null,
  text: 'update credit_accounts set available = available - $2, reserved = reserved + $2 where user_id = $1',
};

/** The same transaction as it is mostly written: read and lock the balance, look at it, then write it. */
export function withLockedRead(transaction: readonly LoggedStatement[]): LoggedStatement[] {
  if (!transaction.some(({ text }) => DEBIT.test(text))) throw new Error('The transaction debits nothing');
  return transaction.flatMap((statement) => {
    if (!DEBIT.test(statement.text)) return [statement];
    return [
      { ...READ, params: statement.params.slice(0, 1) },
      { ...WRITE, params: statement.params },
    ];
  });
}

/** Seconds that a number of transactions take over all connections of the pool. */
async function run(pool: pg.Pool, recording: Recording, statements: LoggedStatement[], people: readonly string[]) {
  let next = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    for (let index = next++; index < TRANSACTIONS; index = next++) {
      const userId = people[index % people.length] ?? '';
      await replay(pool, recording, { userId, sessionId: recording.sessionId, imageId: randomUUID() }, statements);
    }
  };
  await Promise.all(Array.from({ length: POOL }, work));
  return (performance.now() - began) / 1000;
}

async function measureTransactions(bench: Bench, recording: Recording): Promise<Finding[]> {
  const { services, rounds, say } = bench;
  const pool = new pg.Pool({ connectionString: services.databaseUrl, max: POOL });
  const own = lastTransaction(recording);
  const locked = withLockedRead(own);
  const of = (name: string, statements: LoggedStatement[], people: readonly string[]) => ({
    name,
    run: async () => {
      const seconds = await run(pool, recording, statements, people);
      await emptyLine(services.database);
      return seconds;
    },
  });
  const hot = SPENDERS.slice(0, 1);
  try {
    const results = await inRounds(
      [
        of('own many', own, SPENDERS),
        of('locked many', locked, SPENDERS),
        of('own hot', own, hot),
        of('locked hot', locked, hot),
      ],
      { rounds, warmUps: 1, onRound: (round) => say(`  round ${round} of ${rounds}`) },
    );
    const gain = (kind: string) => pairedRatio(resultsOf(results, `locked ${kind}`), resultsOf(results, `own ${kind}`));
    const perSecond = (name: string) => spread(resultsOf(results, name).map((seconds) => TRANSACTIONS / seconds));
    const rate = (what: string, name: string): Finding => ({
      budget: '7',
      what,
      unit: 'count',
      measured: perSecond(name),
      goal: null,
    });
    const found = (what: string, kind: string, goal: number): Finding => ({
      budget: '7',
      what,
      unit: 'ratio',
      measured: gain(kind),
      goal: atLeast(goal),
    });
    return [
      found('buying, 1,000 people: rate / the same transaction with SELECT FOR UPDATE', 'many', 1.8),
      found('buying, one person: rate / the same transaction with SELECT FOR UPDATE', 'hot', 2),
      rate('transactions a second, 1,000 people', 'own many'),
      rate('transactions a second, one person', 'own hot'),
    ];
  } finally {
    await pool.end();
  }
}

/** How far one person's two hundred requests at once, with credits for 120, are from 120 accepted and nothing left. */
async function rivalry({ services }: Bench, userId: string, origin: string, token: string): Promise<number> {
  const { database } = services;
  const price = 'select unit_price::int as price from generations where user_id = $1 order by seq desc limit 1';
  const { rows } = await database.query<{ price: number }>(price, [SPENDERS[0]]);
  await giveUnits(database, [userId], AFFORDABLE * (rows[0]?.price ?? 0));
  const connections = await Promise.all(Array.from({ length: RIVALS }, () => Connection.open(origin)));
  const answers = await Promise.all(connections.map((connection) => connection.ask(generateRequest(token))));
  for (const connection of connections) connection.close();
  const accepted = answers.filter(({ status }) => status === 202).length;
  const sums = await database.query<{ wrong: number }>(
    `select abs(a.available + a.reserved - sum(l.d_available + l.d_reserved))::int + a.available::int as wrong
       from credit_accounts a join ledger_entries l using (user_id) where user_id = $1
      group by a.available, a.reserved`,
    [userId],
  );
  return Math.abs(accepted - AFFORDABLE) + (sums.rows[0]?.wrong ?? 1);
}

async function measureRivalry(bench: Bench): Promise<Finding> {
  const { services, rounds } = bench;
  const api = await startApi(services, { FREE_ALLOWANCE: 'none' });
  const wrong: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { rows } = await services.database.query<{ id: string }>(
        `insert into users (name) values ('Bench') returning id`,
      );
      const userId = rows[0]?.id ?? '';
      const [token = ''] = await openSessions(services.database, services.appSecret, [userId]);
      wrong.push(await rivalry(bench, userId, api.origin, token));
      await emptyLine(services.database);
    }
  } finally {
    await api.stop();
  }
  return {
    budget: '7',
    what: `${RIVALS} requests at once with credits for ${AFFORDABLE}: accepted too many or too few, and units astray`,
    unit: 'count',
    measured: { q1: Math.min(...wrong), median: Math.max(...wrong), q3: Math.max(...wrong) },
    goal: atMost(0),
  };
}

/** The transaction that takes credits and accepts a picture. */
export async function measureDebit(bench: Bench): Promise<Finding[]> {
  const { database } = bench.services;
  await emptyLine(database);
  await pretendQuickEngine(database);
  await giveUnits(database, SPENDERS, PLENTY);
  const recording = await recordGenerate(bench, SPENDERS[0] ?? '');
  const findings = await measureTransactions(bench, recording);
  return [...findings, await measureRivalry(bench)];
}
