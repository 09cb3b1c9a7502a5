import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Failure, Plan, PreferenceLanguage } from '@app/contracts';
import supertest from 'supertest';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DestinationStream } from 'pino';
import type { DataSource } from 'typeorm';
import { createHttpApp } from '../../src/http-app.js';
import { Admission } from '../../src/modules/images/generation/submission/admission.js';
import { SessionKeeper } from '../../src/modules/auth/application/session-keeper.js';
import { WEBHOOK_INBOX } from '../../src/modules/subscriptions/jobs/inbox-worker.js';
import { ResolveIdentity } from '../../src/modules/users/index.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import { commandOptions } from '../../src/platform/redis/redis-clients.js';
import { testConfig, WAIT_MS } from './config.js';
import { useDatabase } from './database/database.js';
import { watchAnswers } from './http/watch-answers.js';

export interface TestUser {
  /** At Google; a new one unless given. */
  subject?: string;
  email?: string | null;
  emailVerified?: boolean;
  name?: string;
  plan?: Plan;
  language?: PreferenceLanguage;
}

export interface SignedIn {
  userId: string;
  sessionId: string;
  /** The access token. */
  token: string;
  refreshToken: string;
}

export interface Sent {
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

export interface Answered<T = unknown> {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text if it is none. */
  body: { success: true; data: T } & Partial<Omit<Failure, 'success'>>;
}

export interface AppOptions {
  /** Settings on top of those of every test; a function when they are known only once other parts run. */
  env?: Record<string, string> | ((databaseUrl: string) => Record<string, string>);
  /** Gives Redis up as soon as production does; else commands have as much time as those of the database. */
  isRedisGivenUp?: boolean;
  /** Refuses requests while others wait too long. Else it does not: nobody paints here, and a slow machine needs minutes. */
  refusesBacklog?: boolean;
  /** Connections of the test's own pool (`dataSource`). */
  pool?: number;
  /** Where its log lines go; nowhere unless given. */
  log?: DestinationStream;
  /** Called before the routes are made. */
  onCreated?: (app: NestFastifyApplication) => void;
}

export interface TestApp {
  app: NestFastifyApplication;
  /** `http://127.0.0.1:port` */
  url: string;
  databaseUrl: string;
  /** The test's own connections to the same database. */
  dataSource: DataSource;
  /** An account with a living session and real tokens. */
  signIn(user?: TestUser): Promise<SignedIn>;
  /** Another session of a person who has signed in. */
  openSession(userId: string): Promise<SignedIn>;
  request<T = unknown>(method: string, path: string, sent?: Sent): Promise<Answered<T>>;
  get<T = unknown>(path: string, sent?: Sent): Promise<Answered<T>>;
  post<T = unknown>(path: string, sent?: Sent): Promise<Answered<T>>;
}

/** Not standard output, whose writer flushes on a timer that outlives the application. */
const NOWHERE: DestinationStream = { write: () => undefined };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

type Received = NodeJS.ReadableStream & { setEncoding(encoding: BufferEncoding): unknown };

/** Every answer as text, whatever it says it is. */
function asText(response: Received, done: (error: Error | null, text: string) => void): void {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => (text += chunk));
  response.on('end', () => done(null, text));
}

/** `Set-Cookie` is a list, everything else one value. */
function headersOf(received: Record<string, string | string[]>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values].flat()) headers.append(name, value);
  }
  return headers;
}

async function send<T>(url: string, method: string, path: string, sent: Sent): Promise<Answered<T>> {
  const request = new supertest.Test(url, method, `/api${path}`).redirects(0).ok(() => true);
  if (sent.body !== undefined) request.set('content-type', 'application/json');
  if (sent.token !== undefined) request.set('authorization', `Bearer ${sent.token}`);
  request.set(sent.headers ?? {});
  // Bytes go out as they are, also where they are called JSON.
  request.serialize((body) => body as string);
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const response = await request
    .buffer(true)
    .parse(asText as never)
    .send(body);
  return {
    status: response.status,
    headers: headersOf(response.headers),
    body: parsed(response.body as string) as Answered<T>['body'],
  };
}

async function signIn(app: NestFastifyApplication, dataSource: DataSource, user: TestUser): Promise<SignedIn> {
  const subject = user.subject ?? randomUUID();
  const email = user.email === undefined ? `${subject}@example.test` : user.email;
  const { user: account } = await app.get(ResolveIdentity, { strict: false }).run(
    {
      provider: 'google',
      subject,
      email,
      emailVerified: user.emailVerified ?? true,
      names: [user.name ?? 'Test Person'],
      avatarUrl: null,
    },
    user.language ?? 'en-US',
  );
  const userId = account.id;
  if (user.plan) await dataSource.query('update users set plan = $2 where id = $1', [userId, user.plan]);
  return openSession(app, userId);
}

async function openSession(app: NestFastifyApplication, userId: string): Promise<SignedIn> {
  const { sessionId, tokens } = await app.get(SessionKeeper, { strict: false }).open(userId);
  return { userId, sessionId, token: tokens.access_token, refreshToken: tokens.refresh_token };
}

/** What time does must not look like what a request did. Only webhooks have their effect by themselves. */
function stopIntervals(registry: SchedulerRegistry): void {
  for (const name of registry.getIntervals()) if (name !== WEBHOOK_INBOX) registry.deleteInterval(name);
}

function acceptBacklog(admission: Admission): void {
  const check = admission.check.bind(admission);
  admission.check = async (...asked) => {
    const refusal = await check(...asked);
    return refusal?.code === 'BACKLOG_FULL' ? null : refusal;
  };
}

/**
 * Gives the test file the whole HTTP application on a free port, with a database and a name space in Redis of its own.
 * A test fails with every answer that the contract of its route does not know: a code, a status, a field.
 * Read the fields inside tests only.
 */
export function useApp({
  env = {},
  isRedisGivenUp = false,
  refusesBacklog = false,
  pool = 5,
  log = NOWHERE,
  onCreated,
}: AppOptions = {}): TestApp {
  let app: NestFastifyApplication | undefined;
  // Hooks run in the order in which they stand: dropping the database ends every connection to it.
  afterAll(() => app?.close());
  const database = useDatabase(pool);
  let url = '';
  let faults = (): string[] => [];
  const usual = { ...commandOptions };
  afterAll(() => void Object.assign(commandOptions, usual));
  const running = (): NestFastifyApplication => {
    if (!app) throw new Error('The application is not running yet');
    return app;
  };
  beforeAll(async () => {
    if (!isRedisGivenUp) Object.assign(commandOptions, { commandTimeout: WAIT_MS, socketTimeout: WAIT_MS });
    const config = testConfig({
      DATABASE_URL: database.url,
      INSTALLATION_ID: `t${randomBytes(6).toString('hex')}`,
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...(typeof env === 'function' ? env(database.url) : env),
    });
    app = await createHttpApp(config, createLogger(config, log));
    faults = watchAnswers(app);
    if (!refusesBacklog) acceptBacklog(app.get(Admission, { strict: false }));
    onCreated?.(app);
    await app.listen(0, '127.0.0.1');
    stopIntervals(app.get(SchedulerRegistry, { strict: false }));
    url = await app.getUrl();
  });
  afterEach(() => expect(faults()).toEqual([]));
  return {
    get app() {
      return running();
    },
    get url() {
      return url;
    },
    databaseUrl: database.url,
    dataSource: database.dataSource,
    signIn: (user = {}) => signIn(running(), database.dataSource, user),
    openSession: (userId) => openSession(running(), userId),
    request: (method, path, sent = {}) => send(url, method, path, sent),
    get: (path, sent = {}) => send(url, 'GET', path, sent),
    post: (path, sent = {}) => send(url, 'POST', path, sent),
  };
}
