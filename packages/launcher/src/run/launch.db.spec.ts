import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REAL_SERVICES, createPlace, fakeProduct, openFakeDatabases } from '../../test/fake-product.js';
import { assertReachable } from './external.js';
import { launch } from './launch.js';
import type { LaunchOptions } from './launch-options.js';
import { PartError } from '../parts/part.js';
import { identify } from '../processes/identity.js';
import { AlreadyRunningError } from './run-file.js';
import type { Running } from './running.js';
import { StoppedError } from './supervisor.js';

const ALL_PARTS = ['api', 'postgres', 'redis', 'sandbox', 'web', 'worker'];

let place: ReturnType<typeof createPlace>;
let databases: Awaited<ReturnType<typeof openFakeDatabases>>;
let running: Running[];

async function open(): Promise<void> {
  place = createPlace();
  databases = await openFakeDatabases();
  running = [];
}

async function close(): Promise<void> {
  for (const product of running) await product.stop();
  databases.close();
  place.remove();
}

async function start(options: LaunchOptions = {}): Promise<Running> {
  const env = { FAKE_DIR: place.dir, ...options.env };
  const sandbox = { FAKE_DIR: place.dir };
  const partEnv = { ...options.partEnv, sandbox: { ...sandbox, ...options.partEnv?.sandbox } };
  const common = { product: fakeProduct(), dataDir: place.dataDir, durable: false };
  const product = await launch({ ...common, ...options, env, partEnv });
  running.push(product);
  return product;
}

const startWithoutDatabases = (options: LaunchOptions = {}) =>
  start({ ...options, env: { ...databases.env, ...options.env } });

const pidsOf = (product: Running) => product.parts.map((name) => product.pid(name) ?? 0);
const living = (pids: readonly number[]) => pids.filter((pid) => identify(pid) !== undefined);
const livingParts = (product: Running) =>
  product.parts.filter((name) => identify(product.pid(name) ?? 0) !== undefined);
const records = () => join(place.dataDir, 'processes.json');

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${condition.toString()}`);
    await wait(50);
  }
}

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();

// These tests share one product and run in order, because each start takes seconds.
describe('a product', () => {
  const notices: string[] = [];
  let product: Running;

  beforeAll(async () => {
    await open();
    const partEnv = { worker: { FAKE_ERROR: 'the disk is full' } };
    product = await start({ partEnv, onNotice: (line) => notices.push(line) });
  });
  afterAll(close);

  it('starts with all parts connected to each other', async () => {
    expect(product.parts.toSorted()).toEqual(ALL_PARTS);
    expect(await json(`${product.url}/api/hello`)).toMatchObject({ path: '/api/hello' });
    expect(place.environmentOf('api')).toMatchObject({
      APP_MODE: 'local',
      NODE_ENV: 'production',
      PUBLIC_URL: product.url,
      DATABASE_URL: product.databaseUrl,
      REDIS_URL: product.redisUrl,
      GOOGLE_CLIENT_ID: 'fake-google',
      SMTP_URL: 'smtp://127.0.0.1:2525',
    });
    expect(place.environmentOf('sandbox')['SANDBOX_REDIRECT_URIS']).toBe(`${product.url}/auth/callback`);
    expect(place.events()).toEqual(['tables made']);
  });

  it('refuses a second start on the same data, with the address of the first', async () => {
    const second = start();
    await expect(second).rejects.toBeInstanceOf(AlreadyRunningError);
    await expect(second).rejects.toThrow(`already runs at ${product.url}`);
    expect(livingParts(product).toSorted()).toEqual(ALL_PARTS);
  });

  it('reports errors when a part logs them', async () => {
    // The output of the first start is older than the watch.
    await product.restart('worker');
    await until(() => notices.length > 0);
    expect(notices).toEqual(['worker: the disk is full']);
  });

  it('restarts a killed part under the same address', async () => {
    for (const part of ['api', 'worker', 'redis', 'postgres', 'sandbox'] as const) {
      const before = product.pid(part) ?? 0;
      await product.kill(part);
      expect(living([before])).toEqual([]);
      expect(product.pid(part)).toBeUndefined();
      await product.start(part);
      expect(living([product.pid(part) ?? 0])).toHaveLength(1);
    }
    await assertReachable('DATABASE_URL', product.databaseUrl, 5432);
    await assertReachable('REDIS_URL', product.redisUrl, 6379);
    expect(await json(`${product.url}/api/x`)).toMatchObject({ pid: product.pid('api') });
  });

  it('stops web, API, worker, sandbox, Redis and Postgres in this order and leaves no process', async () => {
    const pids = [...pidsOf(product), place.workerChild()];
    expect(living(pids)).toHaveLength(7);
    const order: string[] = [];
    await product.stop((part) => order.push(part));

    expect(order).toEqual(['web', 'api', 'worker', 'sandbox', 'redis', 'postgres']);
    expect(place.events().slice(-3)).toEqual(['api ended true,true', 'worker ended true,true', 'sandbox ended']);
    expect(living(pids)).toEqual([]);
    expect(existsSync(records())).toBe(false);
  });

  it('keeps its keys for the next start, the same for worker and API', async () => {
    const first = place.environmentOf('api');
    const next = await startWithoutDatabases();
    for (const name of ['APP_SECRET', 'IDENTITY_SECRET', 'INSTALLATION_ID'] as const) {
      expect(place.environmentOf('worker')[name]).toBe(first[name]);
      expect(place.environmentOf('api')[name]).toBe(first[name]);
    }
    expect(statSync(join(place.dataDir, 'installation.json')).mode & 0o777).toBe(0o600);
    await next.stop();
  });

  it('has new keys and an empty database after a reset, which keeps other files', async () => {
    const keys = place.environmentOf('api')['APP_SECRET'];
    writeFileSync(join(place.dataDir, 'notes.txt'), 'mine');
    const next = await start({ reset: true });
    expect(place.environmentOf('api')['APP_SECRET']).not.toBe(keys);
    // The id is stored in the database, so a different id means a different database.
    expect(new URL(next.databaseUrl).password).not.toBe(new URL(product.databaseUrl).password);
    expect(readFileSync(join(place.dataDir, 'notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('a start that fails', () => {
  beforeAll(open);
  afterAll(close);

  it.each([
    ['migration', { FAKE_MIGRATION: 'fails' }, 'relation "users" is older than this program'],
    ['API', { FAKE_API: 'fails' }, 'Error: the settings of the API are wrong'],
  ])('for its %s says what the part said last and stops everything', async (_part, env, said) => {
    const failure: unknown = await startWithoutDatabases({ env }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PartError);
    expect((failure as PartError).output).toContain(said);
    expect((failure as PartError).remedy).not.toBe('');
    expect(existsSync(records())).toBe(false);
  });

  it('hinders no later start', async () => {
    expect(livingParts(await startWithoutDatabases()).toSorted()).toEqual(['api', 'sandbox', 'web', 'worker']);
  });
});

describe('a start that is aborted', () => {
  beforeEach(open);
  afterEach(close);

  it('stops everything', async () => {
    const abort = new AbortController();
    const starting = startWithoutDatabases({ env: { FAKE_API: 'never ready' }, signal: abort.signal });
    const outcome = starting.catch((error: unknown) => error);
    await until(() => existsSync(join(place.dir, 'worker.json')) && existsSync(records()));
    const child = place.workerChild();
    abort.abort();
    expect(await outcome).toBeInstanceOf(StoppedError);
    expect(living([child])).toEqual([]);
    expect(place.events()).toContain('worker ended true,true');
  });

  it('leaves no process behind while Postgres is created', async () => {
    const abort = new AbortController();
    const outcome = start({ signal: abort.signal }).catch((error: unknown) => error);
    await until(() => existsSync(join(place.dataDir, 'postgres', 'postgres.json')));
    abort.abort();
    expect(await outcome).toBeInstanceOf(StoppedError);
    expect(existsSync(join(place.dataDir, 'postgres', 'data', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(place.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  });
});

describe('a launcher that is killed', () => {
  beforeEach(open);
  afterEach(close);

  it('ends its parts, and the next start succeeds', async () => {
    const script = join(__dirname, '..', '..', 'test', 'killed-launcher.mjs');
    const launcher = fork(script, [JSON.stringify(fakeProduct()), place.dataDir, place.dir]);
    const ended = once(launcher, 'exit').then(([code]) => Promise.reject(new Error(`The launcher ended (${code})`)));
    const [message] = (await Promise.race([once(launcher, 'message'), ended])) as [number[]];
    ended.catch(() => undefined);
    const pids = [...message, place.workerChild()];
    expect(living(pids)).toHaveLength(7);
    launcher.kill('SIGKILL');
    await until(() => living(pids.slice(0, 6)).length === 0);
    // The fake child, unlike the real one, survives its parent.
    process.kill(place.workerChild(), 'SIGKILL');
    expect(place.events().toSorted().join()).toMatch(/^api ended.*sandbox ended.*tables made.*worker ended/);
    await start();
    expect(running).toHaveLength(1);
  });
});

describe('a part that crashes', () => {
  beforeEach(open);
  afterEach(close);

  it('is reported and restarted, but stays down if it was stopped on purpose meanwhile', async () => {
    const notices: string[] = [];
    const product = await startWithoutDatabases({ restartCrashed: true, onNotice: (line) => notices.push(line) });
    process.kill(product.pid('worker') ?? 0, 'SIGKILL');
    await until(() => notices.length === 1);
    await product.stopPart('worker');
    const before = product.pid('api') ?? 0;
    process.kill(before, 'SIGKILL');
    await until(() => notices.includes('api is back'));
    expect(notices).toEqual([
      `worker ended by SIGKILL (see ${product.logFile('worker')}); starting it again in 1 s`,
      `api ended by SIGKILL (see ${product.logFile('api')}); starting it again in 1 s`,
      'api is back',
    ]);
    expect(product.pid('api')).not.toBe(before);
    expect(product.pid('worker')).toBeUndefined();
    await product.start('worker');
    expect(living([product.pid('worker') ?? 0])).toHaveLength(1);
  });
});

describe('an external service', () => {
  beforeEach(open);
  afterEach(close);

  it('keeps its database, so a reset that would delete its keys and images is refused', async () => {
    mkdirSync(join(place.dataDir, 'storage'), { recursive: true });
    await expect(startWithoutDatabases({ reset: true })).rejects.toThrow(/--reset: DATABASE_URL .*an empty database/);
    expect(existsSync(join(place.dataDir, 'storage'))).toBe(true);
  });

  it('replaces the embedded part', async () => {
    const env = {
      ...databases.env,
      ...REAL_SERVICES,
    };
    const product = await start({ env });
    expect(product.parts.toSorted()).toEqual(['api', 'web', 'worker']);
    expect(place.environmentOf('api')).toMatchObject(env);
    expect(place.environmentOf('api')).not.toHaveProperty('GOOGLE_BASE_URL');
    expect(product.sandbox).toBeUndefined();
  });

  it("may be the sandbox's bucket, which keeps the sandbox running and is an allowed image origin", async () => {
    const first = await startWithoutDatabases();
    const { url: sandbox = '' } = first.sandbox ?? {};
    await first.stop();
    const env = {
      ...REAL_SERVICES,
      S3_BUCKET: 'pictures',
      S3_ENDPOINT: `${sandbox}/s3`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    };
    // OAuth requires exactly the registered address.
    const product = await startWithoutDatabases({ env: { ...env, WEB_PORT: new URL(first.url).port } });
    expect(product.parts.toSorted()).toEqual(['api', 'sandbox', 'web', 'worker']);
    for (const part of ['api', 'worker']) expect(place.environmentOf(part)).toMatchObject(env);
    const policy = (await fetch(product.url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`img-src 'self' data: blob: ${sandbox} https://*.googleusercontent.com`);
    expect(policy).toContain("connect-src 'self';");
  });
});
