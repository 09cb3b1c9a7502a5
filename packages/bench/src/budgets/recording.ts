import type pg from 'pg';
import type { Bench } from '../context.js';
import { Connection, type HttpRequest } from '../measure/http-load.js';
import { loggedStatements } from '../measure/statement-log.js';
import { startApi } from '../product/services.js';
import { openSessions } from '../product/tokens.js';
import type { Recording } from '../yardsticks/replay.js';

const BODY = JSON.stringify({ prompt: 'a lighthouse on a cliff at night, 水墨画', model: 'sd3.5-flash' });

export const generateRequest = (token: string): HttpRequest => ({
  method: 'POST',
  path: '/api/images/generate',
  headers: { authorization: `Bearer ${token}` },
  body: BODY,
});

const claimsOf = (token: string): { sub: string; sid: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string };

/**
 * Asks for a picture so that the api finds the person's credits moved at the same moment, and does all of it under a lock.
 */
async function whileCreditsMove<T>(database: pg.Pool, userId: string, ask: () => Promise<T>): Promise<T> {
  const rival = await database.connect();
  try {
    await rival.query('begin');
    await rival.query('update credit_accounts set debt = debt where user_id = $1', [userId]);
    const asked = ask();
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
    while ((await database.query(waits)).rows.length === 0);
    await rival.query('commit');
    return await asked;
  } finally {
    rival.release();
  }
}

/**
 * Listens to what the api asks of Postgres for one request for a picture, by the server's own log; `isContended`: when
 * somebody else moves the same credits at that moment.
 */
export async function recordGenerate(
  { services }: Bench,
  userId: string,
  { isContended = false } = {},
): Promise<Recording> {
  const { database, log } = services;
  const [token = ''] = await openSessions(database, services.appSecret, [userId]);
  await database.query(`alter database postgres set log_statement = 'all'`);
  const api = await startApi(services);
  const connection = await Connection.open(api.origin);
  try {
    const ask = async () => {
      const { status, body } = await connection.ask(generateRequest(token));
      if (status !== 202) throw new Error(`A request for a picture was answered with ${status}: ${body.toString()}`);
      return (JSON.parse(body.toString()) as { data: { id: string } }).data.id;
    };
    // The first one fills what the api remembers.
    await ask();
    const from = log.length;
    const imageId = isContended ? await whileCreditsMove(database, userId, ask) : await ask();
    const { sub, sid } = claimsOf(token);
    return { statements: loggedStatements(log.slice(from)), userId: sub, sessionId: sid, imageId };
  } finally {
    connection.close();
    await api.stop();
    await database.query('alter database postgres reset log_statement');
    log.length = 0;
  }
}
