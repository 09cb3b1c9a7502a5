import { startOtlpReceiver, type OtlpReceiver } from '@app/api/test-support/otlp-receiver';
import { until } from '@app/api/test-support/until';
import { calls } from '@app/contracts';
import { dataOf, type ApiClient, type ApiResponse, type ApiUser } from '@app/e2e/api-client';
import { SHORT_TIMES } from '@app/e2e/faults';
import { CHEAPEST_BODY } from '@app/e2e/generation-journal';
import { expectInvariants, expectSettled } from '@app/e2e/invariants';
import { useMoreProcesses } from '@app/e2e/more-processes';
import { useProduct } from '@app/e2e/product';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { usePooledPostgres } from '../../src/pooler/pgbouncer.js';

const AT_MOST_MS = 30 * 60_000;
const PEOPLE = 6;
const GENERATIONS = 3;
const BATCH_ROWS = 2;
const CREDITS = 1_000;

let receiver: OtlpReceiver;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
const pooled = usePooledPostgres();
const traced = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
const fixtures = useProduct(() => ({
  env: { ...SHORT_TIMES, IN_FLIGHT_PRO: '100', ...pooled.environment(), ...traced() },
}));
const { product, database, journal } = fixtures;
const more = useMoreProcesses(product, { apis: 2, workers: 2, env: traced });
afterAll(() => receiver.close());

/** The three of them, in turn. */
const apiOf = (n: number): ApiClient => [fixtures.api, ...more.apis][n % 3] ?? fixtures.api;

/** A few connections serve them all: on a busy machine a call is refused for now, and clients repeat it. */
async function served(call: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const answer = await call();
  return answer.status === 503 ? served(call) : answer;
}

async function startBatch(user: ApiUser, n: number): Promise<string> {
  const body = { rows: Array.from({ length: BATCH_ROWS }, () => CHEAPEST_BODY) };
  const headers = { 'idempotency-key': randomUUID() };
  const started = await served(() => apiOf(n).send('POST', '/batches', { token: user.token, body, headers }));
  return dataOf(calls.batches.start, started).id;
}

async function endBatch(user: ApiUser, id: string, n: number): Promise<void> {
  await until(async () => {
    const shown = await served(() => apiOf(n).get(`/batches/${id}`, { token: user.token }));
    const batch = dataOf(calls.batches.show, shown);
    return batch.status !== 'running';
  }, AT_MOST_MS);
}

/** Shares the person's newest image by one API; a visitor sees it by another until it is taken back by the third. */
async function share(user: ApiUser, n: number): Promise<void> {
  const { token } = user;
  const { data } = dataOf(calls.images.list, await served(() => apiOf(n).get('/images', { token })));
  const id = data.find(({ status }) => status === 'completed')?.id;
  // Late on a busy machine, and given back: nothing to share.
  if (id === undefined) return;
  const shared = await served(() => apiOf(n).send('POST', `/images/${id}/share`, { token }));
  const link = dataOf(calls.images.share, shared);
  const address = `/images/shared/${link.token}`;
  expect((await served(() => apiOf(n + 1).get(address))).status).toBe(200);
  expect((await apiOf(n + 2).send('DELETE', `/images/${id}/share`, { token })).status).toBe(200);
  expect((await served(() => apiOf(n).get(address))).status).toBe(404);
}

async function filesOf(names: ReadonlySet<string>): Promise<string[]> {
  const files = await readdir(join(product.running.dataDir, 'storage'), { recursive: true });
  return files.filter((file) => names.has(basename(file)));
}

async function live(n: number): Promise<ApiUser> {
  const user = await fixtures.newUser(CREDITS);
  // Batches are part of this plan.
  await database.query(`update users set plan = 'pro' where id = $1`, [user.userId]);
  const batch = await startBatch(user, n);
  for (let count = 0; count < GENERATIONS; count += 1) {
    const key = randomUUID();
    const [one, other] = await Promise.all([
      served(() => apiOf(n + count).generate(user, CHEAPEST_BODY, key)),
      served(() => apiOf(n + count + 1).generate(user, CHEAPEST_BODY, key)),
    ]);
    // One request of two that came at the same moment.
    const ids = [one, other].map((answer) => dataOf(calls.images.generate, answer).id);
    expect(new Set(ids).size).toBe(1);
    journal.submissions.push({ user, body: CHEAPEST_BODY, key, id: ids[0] ?? '' });
  }
  await endBatch(user, batch, n);
  await journal.waitForAll();
  await share(user, n);
  return user;
}

test(
  'three APIs and three workers behind PgBouncer keep every promise, and a trace crosses processes',
  async () => {
    const [version] = await pooled.ask<{ version: string }>('show version');
    process.stderr.write(`${version?.version}\n`);
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => live(n)));
    const ended = await expectSettled(fixtures);
    // A busy machine may miss deadlines; credits agree then too.
    expect(ended.some(({ generation }) => generation.status === 'completed')).toBe(true);
    expect(await database.query(`select count(*)::int as n from generations`)).toEqual([
      { n: PEOPLE * (GENERATIONS + BATCH_ROWS) },
    ]);

    const removed = people.slice(0, PEOPLE / 2);
    const stored = await database.query<{ key: string }[]>(
      `select object_key as key from images where object_key is not null and user_id = any($1)`,
      [removed.map(({ userId }) => userId)],
    );
    const names = new Set(stored.map(({ key }) => basename(key)));
    expect((await filesOf(names)).length).toBe(names.size);
    await Promise.all(
      removed.map(async ({ token }, n) => {
        expect((await apiOf(n).send('DELETE', '/users/account', { token })).status).toBe(200);
        expect((await apiOf(n + 1).get('/auth/verify', { token })).status).toBe(401);
      }),
    );
    await until(async () => (await filesOf(names)).length === 0);
    await expectInvariants(database);

    const connections = async (list: string) =>
      (await pooled.ask<{ type: string; database: string }>(`show ${list}`)).filter(
        (one) => one.database !== 'pgbouncer',
      );
    const [clients, servers] = [await connections('clients'), await connections('servers')];
    process.stderr.write(`${clients.length} clients on ${servers.length} connections\n`);
    expect(clients.length).toBeGreaterThan(servers.length);

    // A request and its job, which a process of its own ran.
    const spansOf = (traceId: string) =>
      receiver.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    await until(() =>
      receiver.spans.some(
        ({ name, traceId }) =>
          name === 'process generate-image' && spansOf(traceId).includes('POST /api/images/generate'),
      ),
    );
  },
  AT_MOST_MS,
);
