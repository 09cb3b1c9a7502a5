import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { Connection } from '../measure/http-load.js';
import type { YardstickReady, YardstickSettings } from '../yardsticks/messages.js';
import { startChild, type Child } from './child.js';
import type { Api, Services } from './services.js';
import { accessTokenKey } from './tokens.js';

const scriptOf = (name: string): string => fileURLToPath(new URL(`../yardsticks/${name}`, import.meta.url));
const SCRIPTS = { bare: 'bare-server.js', conventional: 'conventional/server.js' };

/** Starts one of the yardstick servers as a process of its own. */
export async function startYardstick(name: keyof typeof SCRIPTS, settings: YardstickSettings): Promise<Api> {
  const child = await startChild(scriptOf(SCRIPTS[name]), { message: settings });
  return { ...child, origin: `http://127.0.0.1:${(child.ready as YardstickReady).port}` };
}

/** A worker of Bull that does nothing. */
export const startBullWorker = (redisUrl: string): Promise<Child> =>
  startChild(scriptOf('bull-worker.js'), { message: { redisUrl } });

/** A process that does the worker's image step over and over. */
export const startImageLoad = (): Promise<Child> =>
  startChild(scriptOf('image-load.js'), { message: {}, detached: true });

/** The statement that the api sent last and that contains `part`, read from its own connections. */
async function lastStatement(database: pg.Pool, part: string): Promise<string> {
  const { rows } = await database.query<{ query: string }>(
    `select query from pg_stat_activity
      where application_name = 'app' and query like '%' || $1 || '%' order by query_start desc limit 1`,
    [part],
  );
  const statement = rows[0]?.query;
  if (statement === undefined) throw new Error(`The api sent no statement with ${part}`);
  return statement;
}

/** What yardsticks must know of the product to do the same work: its page statement, its static answer. */
export async function yardstickSettings(services: Services, api: Api, token: string): Promise<YardstickSettings> {
  const connection = await Connection.open(api.origin);
  await connection.ask({ path: '/api/images', headers: { authorization: `Bearer ${token}` } });
  const pageStatement = await lastStatement(services.database, 'string_agg');
  const fixed = await connection.ask({ path: '/api/images/sizes' });
  connection.close();
  return {
    databaseUrl: services.databaseUrl,
    redisUrl: services.redisUrl,
    tokenKey: (await accessTokenKey(services.appSecret)).toString('base64url'),
    pageStatement,
    staticBody: fixed.body.toString(),
  };
}
