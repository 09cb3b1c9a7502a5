import { DEFAULT_MODEL, WEBHOOK_ENDPOINTS_MAX, type Answer, type NewWebhookEndpoint } from '@app/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { testConfig } from '../../../test/support/config.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { enginesOf, FakeEngine } from '../../../test/support/images/fake-engine.js';
import { RACE_ROUNDS } from '../../../test/support/timing/race-rounds.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { together } from '../../../test/support/timing/together.js';
import { until } from '../../../test/support/timing/until.js';
import { TEST_NETWORK, TestReceiver } from '../../../test/support/webhooks/webhook-receivers.js';
import { disable, record, verifyAttempt } from '../../../test/support/webhooks/webhooks.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { rows } from '../../platform/database/rows.js';
import { createLogger } from '../../platform/observability/logger.js';
import { WorkerModule } from '../../worker.module.js';
import { ENGINES } from '../images/engines/engine-registry.js';
import { webhookBacklog, webhookLag } from './jobs/metrics.js';
import { DisabledMailer } from './jobs/disabled-mailer.js';
import { DeliverySweeper } from './jobs/delivery-sweeper.js';

const sandbox = useSandbox();
const api = useApp({
  env: () => ({ ...sandbox.environment(), WEBHOOK_TEST_NETWORK: TEST_NETWORK, FREE_ALLOWANCE: 'none' }),
  pool: 10,
});

let worker: INestApplicationContext;
beforeAll(async () => {
  const { installationId, storage } = api.app.get<Config>(CONFIG, { strict: false });
  const config = testConfig({
    DATABASE_URL: api.databaseUrl,
    INSTALLATION_ID: installationId,
    WEBHOOK_TEST_NETWORK: TEST_NETWORK,
    ...(storage.kind === 'disk' && { STORAGE_DIR: storage.dir }),
  });
  const module = await Test.createTestingModule({ imports: [WorkerModule.with(config, createLogger(config))] })
    .overrideProvider(ENGINES)
    .useValue(enginesOf({ [DEFAULT_MODEL]: new FakeEngine() }))
    .compile();
  module.useLogger(false);
  worker = await module.init();
});
afterAll(() => worker.close());

let receiver: TestReceiver;
let person: SignedIn;
beforeEach(async () => {
  receiver = new TestReceiver();
  await receiver.start();
  person = await api.signIn();
});
afterEach(() => receiver.stop());

const create = async (url = receiver.url(), by = person): Promise<NewWebhookEndpoint> => {
  const body = { url, events: ['generation.completed', 'credits.low'] };
  const answer = await api.post<Answer<'webhookEndpoints.create'>>('/webhook-endpoints', { token: by.token, body });
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  return answer.body.data;
};
const path = ({ id }: { id: string }, rest = '') => `/webhook-endpoints/${id}${rest}`;
const post = <T>(to: string) => api.post<T>(to, { token: person.token });
const patch = (id: string, body: object) =>
  api.request<Answer<'webhookEndpoints.update'>>('PATCH', path({ id }), { token: person.token, body });
const list = async (by = person) =>
  (await api.get<Answer<'webhookEndpoints.list'>>('/webhook-endpoints', { token: by.token })).body.data;
const log = async (endpoint: { id: string }) =>
  (await api.get<Answer<'webhookEndpoints.deliveries'>>(path(endpoint, '/deliveries'), { token: person.token })).body
    .data;
const delivered = (endpoint: { id: string }, count = 1) =>
  until(async () => (await log(endpoint)).data.filter(({ status }) => status === 'delivered').length === count);
const sql = (text: string, ...params: unknown[]) => rows(api.dataSource, text, params);

describe('an endpoint', () => {
  test('is listed for its owner, without its secret', async () => {
    const { secret, ...endpoint } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list()).toEqual([endpoint]);
    expect(await list(await api.signIn())).toEqual([]);
    expect(await sql(`select 1 from webhook_endpoints where position($1::bytea in secret_sealed) > 0`, secret)).toEqual(
      [],
    );
  });

  test('beyond the fifth is refused, also when many are created at once', async () => {
    const body = { url: receiver.url(), events: ['credits.low'] };
    const answers = await Promise.all(
      Array.from({ length: WEBHOOK_ENDPOINTS_MAX + 5 }, () =>
        api.post('/webhook-endpoints', { token: person.token, body }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(WEBHOOK_ENDPOINTS_MAX);
    expect(answers.filter(({ body: { code } }) => code === 'WEBHOOK_ENDPOINT_LIMIT')).toHaveLength(5);
  });

  test('that is enabled again begins anew', async () => {
    const { id } = await create();
    await sql(
      `update webhook_endpoints set enabled = false, disabled_at = now(), failing_since = now(), mail_due = true where id = $1`,
      id,
    );
    expect((await list())[0]?.disabled_at).not.toBeNull();
    const { body } = await patch(id, { enabled: true, events: ['credits.low', 'credits.low'] });
    expect(body.data).toMatchObject({ enabled: true, disabled_at: null, failing_since: null, events: ['credits.low'] });
  });

  test('that its owner switches off after we disabled it is not disabled by us any more', async () => {
    const { id } = await create();
    await disable(api.dataSource, id);
    const { body } = await patch(id, { enabled: false });
    expect(body.data).toMatchObject({ enabled: false, disabled_at: null });
    await record(api.dataSource, person.userId);
    expect((await log({ id })).data).toEqual([]);
    expect(await sql(`select 1 from webhook_endpoints where id = $1 and mail_due`, id)).toEqual([]);
  });

  test('that we disabled stays so while its owner changes where it is', async () => {
    const { id } = await create();
    await disable(api.dataSource, id);
    const { body } = await patch(id, { url: receiver.url('/moved') });
    expect(body.data).toMatchObject({ enabled: false, disabled_at: expect.any(String) });
  });

  test('that its owner disables gets nothing of what waits', async () => {
    const endpoint = await create();
    await sql(`update webhook_endpoints set url = 'http://127.0.0.1:9/' where id = $1`, endpoint.id);
    await record(api.dataSource, person.userId);
    await patch(endpoint.id, { enabled: false });
    expect((await log(endpoint)).data).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
  });
});

describe('a worker', () => {
  const verified = (secret: string) => verifyAttempt(secret, receiver.received[0]!);

  test('delivers the end of a generation as soon as it has ended', async () => {
    const endpoint = await create();
    await giveUnits(api.dataSource, person.userId, 10_000);
    const body = { prompt: 'a fox' };
    const made = await api.post<Answer<'images.generate'>>('/images/generate', { token: person.token, body });
    await delivered(endpoint);
    expect(verified(endpoint.secret)).toMatchObject({
      type: 'generation.completed',
      data: { generation_id: made.body.data.id, image_ids: [made.body.data.id] },
    });
    expect(receiver.received[0]?.body).not.toContain('fox');
  });

  test('delivers a test at once, and not again when it fails', async () => {
    const endpoint = await create();
    const sent = await post<Answer<'webhookEndpoints.test'>>(path(endpoint, '/test'));
    expect(sent.body.data).toMatchObject({ event: 'test', status: 'pending', attempts: 0 });
    await delivered(endpoint);
    expect(verified(endpoint.secret)).toMatchObject({ type: 'test', data: { endpoint_id: endpoint.id } });
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await post(path(endpoint, '/test'));
    await until(async () => (await log(endpoint)).data[0]?.status === 'failed');
    expect((await log(endpoint)).data[0]).toMatchObject({ attempts: 1, last_status: 500, next_attempt_at: null });
    expect((await list())[0]?.failing_since).toBeNull();
  });

  test('delivers a replay under the same id, as a delivery of its own', async () => {
    const endpoint = await create();
    await post(path(endpoint, '/test'));
    await delivered(endpoint);
    const [first] = (await log(endpoint)).data;
    const again = await post<Answer<'webhookEndpoints.replay'>>(path(endpoint, `/deliveries/${first?.id}/replay`));
    expect(again.body.data).toMatchObject({ event_id: first?.event_id, status: 'pending' });
    await delivered(endpoint, 2);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first?.event_id, first?.event_id]);
  });

  test('delivers what an endpoint missed while we had disabled it, once its owner enables it and replays that', async () => {
    const endpoint = await create();
    await disable(api.dataSource, endpoint.id);
    await record(api.dataSource, person.userId);
    const [missed] = (await log(endpoint)).data;
    expect(missed).toMatchObject({ event: 'credits.low', status: 'failed', attempts: 0, next_attempt_at: null });
    await patch(endpoint.id, { enabled: true });
    await post(path(endpoint, `/deliveries/${missed?.id}/replay`));
    await delivered(endpoint);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([missed?.event_id]);
    expect(verified(endpoint.secret)).toMatchObject({ type: 'credits.low' });
  });

  test('signs with both secrets after a rotation', async () => {
    const endpoint = await create();
    const rotated = await post<Answer<'webhookEndpoints.rotateSecret'>>(path(endpoint, '/rotate-secret'));
    await post(path(endpoint, '/test'));
    await delivered(endpoint);
    expect(rotated.body.data.secret).not.toBe(endpoint.secret);
    verified(endpoint.secret);
    verified(rotated.body.data.secret);
  });

  test('finds what nobody notified it of, and deletes what is older than 30 days', async () => {
    const endpoint = await create();
    await record(api.dataSource, person.userId);
    await sql(
      `update webhook_deliveries set next_attempt_at = now() - interval '3 s' where endpoint_id = $1`,
      endpoint.id,
    );
    await sql(
      `insert into webhook_events (user_id, type, data, created_at) values ($1, 'test', '{}', now() - interval '31 days')`,
      person.userId,
    );
    const sweeper = worker.get(DeliverySweeper, { strict: false });
    await until(async () => (await sweeper.sweep()) !== null);
    await delivered(endpoint);
    expect(await sql(`select 1 from webhook_events where user_id = $1 and type = 'test'`, person.userId)).toEqual([]);
  });
});

test('the backlog is told: how many deliveries are due, and for how long', async () => {
  const endpoint = await create();
  await record(api.dataSource, person.userId);
  await sql(
    `update webhook_deliveries set next_attempt_at = now() - interval '1 h' where endpoint_id = $1`,
    endpoint.id,
  );
  const [due, lag] = await Promise.all([webhookBacklog.get(), webhookLag.get()]);
  expect(due.values[0]?.value).toBeGreaterThanOrEqual(1);
  expect(lag.values[0]?.value).toBeGreaterThanOrEqual(3_600);
});

describe('a removed account', () => {
  const left = (userId: string) =>
    sql(
      `select 1 from webhook_endpoints where user_id = $1 union all select 2 from webhook_events where user_id = $1
       union all select 3 from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id where e.user_id = $1`,
      userId,
    );

  test('has no endpoint, event or delivery', async () => {
    const endpoint = await create();
    await record(api.dataSource, person.userId);
    expect((await api.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
    expect(await left(person.userId)).toEqual([]);
    expect(await sql(`select 1 from webhook_deliveries where endpoint_id = $1`, endpoint.id)).toEqual([]);
  });

  test('has none either when one is created, or something happens, at this moment', async () => {
    const body = { url: 'http://127.0.0.1:9/', events: ['credits.low'] };
    for (let round = 0; round < RACE_ROUNDS; round += 1) {
      const leaving = await api.signIn();
      await create('http://127.0.0.1:9/', leaving);
      await together(
        round,
        () => api.request('DELETE', '/users/account', { token: leaving.token }),
        () =>
          Promise.all([
            api.post('/webhook-endpoints', { token: leaving.token, body }),
            record(api.dataSource, leaving.userId),
          ]),
      );
      expect(await sql(`select 1 from webhook_endpoints where user_id = $1`, leaving.userId)).toEqual([]);
    }
  });
});

test('a mail says once that an endpoint was disabled, in the language of its owner', async () => {
  const email = `disabled-${Date.now()}@example.test`;
  person = await api.signIn({ email, language: 'zh-CN' });
  const { id } = await create();
  await sql(`update webhook_endpoints set enabled = false, disabled_at = now(), mail_due = true where id = $1`, id);
  const mailer = api.app.get(DisabledMailer, { strict: false });
  await mailer.send();
  await mailer.send();
  const mails = () => sandbox.control<{ subject: string; text: string }[]>(`mails?to=${encodeURIComponent(email)}`);
  await until(async () => (await mails()).length > 0);
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining('已停用一个 Webhook 地址') }]);
  expect((await mails())[0]?.text).toContain(receiver.url());
});
