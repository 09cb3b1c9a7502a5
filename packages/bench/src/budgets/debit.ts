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
/** What the api calls its statement that does all of it. */
const AT_ONCE = 'images_accept';
const READ: Omit<LoggedStatement, 'params'> = {
  name: null,
  text: 'select available, reserved from credit_accounts where user_id = $1 for update',
};
const WRITE: Omit<LoggedStatement, 'params'> = {
  name: null,
  text: 'update credit_accounts set available = available - $2, reserved = reserved + $2 where user_id = $1',
};

/** One request for a picture, and one that met somebody else who moved the same credits. */
interface Recordings {
  own: Recording;
  locked: Recording;
}

/** The statement by which the api accepts a request that nothing speaks against. */
export function atOnce({ statements }: Pick<Recording, 'statements'>): LoggedStatement[] {
  const own = statements.filter(({ name }) => name === AT_ONCE);
  if (own.length !== 1) throw new Error(`The api sent ${AT_ONCE} ${own.length} times`);
  return own;
}

/** Prepared once a connection, like what they are compared with. */
const prepared = (as: string, statements: readonly LoggedStatement[]): LoggedStatement[] =>
  statements.map((one, index) => (one.params.length === 0 ? one : { ...one, name: `${as}_${index}` }));

/** The same as a transaction as it is mostly written: read and lock the balance, look at it, then write it. */
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

type Order = (userId: string) => Promise<unknown>;

/** The product's way: one statement, a person's one after the other; a transaction where somebody else was faster. */
function ownOrder(pool: pg.Pool, { own, locked }: Recordings): Order {
  const [statement, transaction] = [atOnce(own), prepared('own', lastTransaction(locked))];
  const turns = new Map<string, Promise<unknown>>();
  const order: Order = async (userId) => {
    const ids = { userId, imageId: randomUUID() };
    // It answers with what it wrote, or with nothing.
    const [accepted] = await replay(pool, own, { ...ids, sessionId: own.sessionId }, statement);
    if (accepted) return;
    await replay(pool, locked, { ...ids, sessionId: locked.sessionId }, transaction);
  };
  return (userId) => {
    const mine = (turns.get(userId) ?? Promise.resolve()).then(() => order(userId));
    turns.set(userId, mine);
    return mine;
  };
}

function lockedOrder(pool: pg.Pool, { locked }: Recordings): Order {
  const transaction = prepared('locked', withLockedRead(lastTransaction(locked)));
  return (userId) => replay(pool, locked, { userId, imageId: randomUUID(), sessionId: locked.sessionId }, transaction);
}

/** Seconds that a number of orders take over all connections of the pool. */
async function run(order: Order, people: readonly string[]): Promise<number> {
  let next = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    for (let index = next++; index < TRANSACTIONS; index = next++) await order(people[index % people.length] ?? '');
  };
  await Promise.all(Array.from({ length: POOL }, work));
  return (performance.now() - began) / 1000;
}

async function measureTransactions(bench: Bench, recordings: Recordings): Promise<Finding[]> {
  const { services, rounds, say } = bench;
  const pool = new pg.Pool({ connectionString: services.databaseUrl, max: POOL });
  const orders = { own: ownOrder(pool, recordings), locked: lockedOrder(pool, recordings) };
  const of = (name: string, kind: keyof typeof orders, people: readonly string[]) => ({
    name,
    run: async () => {
      const seconds = await run(orders[kind], people);
      await emptyLine(services.database);
      return seconds;
    },
  });
  const hot = SPENDERS.slice(0, 1);
  try {
    const results = await inRounds(
      [
        of('own many', 'own', SPENDERS),
        of('locked many', 'locked', SPENDERS),
        of('own hot', 'own', hot),
        of('locked hot', 'locked', hot),
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
      found('buying, 1,000 people: rate / the same as a transaction with SELECT FOR UPDATE', 'many', 1.8),
      found('buying, one person: rate / the same as a transaction with SELECT FOR UPDATE', 'hot', 2),
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
  const [someone = ''] = SPENDERS;
  const own = await recordGenerate(bench, someone);
  const locked = await recordGenerate(bench, someone, { isContended: true });
  const findings = await measureTransactions(bench, { own, locked });
  return [...findings, await measureRivalry(bench)];
}
