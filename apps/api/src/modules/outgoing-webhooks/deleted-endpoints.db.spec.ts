import { WEBHOOK_ENDPOINTS_MAX, type Answer } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { testConfig } from '../../../test/support/config.js';
import { until } from '../../../test/support/timing/until.js';
import { TEST_NETWORK, TestReceiver } from '../../../test/support/webhooks/webhook-receivers.js';
import {
  createEndpoint,
  deliveriesOf,
  endpointRow,
  record,
  testDeliverer,
  type TestEndpoint,
} from '../../../test/support/webhooks/webhooks.js';
import { rows } from '../../platform/database/rows.js';
import { EraseWebhooks } from './application/erase-webhooks.js';
import { DeliverySweeper } from './jobs/delivery-sweeper.js';
import type { WebhookProcessor } from './jobs/webhook-processor.js';
import { findOverdueEndpoints, readBacklog } from './persistence/claim-delivery.js';
import { eraseDeletedEndpoints } from './persistence/delete-endpoints.js';

const api = useApp({ env: { WEBHOOK_TEST_NETWORK: TEST_NETWORK } });
let receiver: TestReceiver;
let person: SignedIn;
let endpoint: TestEndpoint;
let answer: (status: number) => unknown;
beforeEach(async () => {
  answer = () => undefined;
  receiver = new TestReceiver();
  receiver.answer = (_, response) => void (answer = (status) => response.writeHead(status).end());
  await receiver.start();
  person = await api.signIn();
  endpoint = await createEndpoint(api.dataSource, person.userId, receiver.url());
});
afterEach(() => receiver.stop());

const sql = (text: string, ...params: unknown[]) => rows(api.dataSource, text, params);
const ask = (method: string, rest = '', body?: object) =>
  api.request(method, `/webhook-endpoints/${endpoint.id}${rest}`, { token: person.token, ...(body && { body }) });
const remove = async (): Promise<void> => expect((await ask('DELETE')).status).toBe(200);
const list = async () =>
  (await api.get<Answer<'webhookEndpoints.list'>>('/webhook-endpoints', { token: person.token })).body.data;
const shown = () => deliveriesOf(api.dataSource, endpoint.id);
const sweep = (): Promise<unknown> => {
  const processor = { freeSlots: 1, run: () => Promise.resolve() } as unknown as WebhookProcessor;
  const config = testConfig({ DATABASE_URL: api.databaseUrl });
  return new DeliverySweeper(api.dataSource, processor, new SchedulerRegistry(), config).sweep();
};
/** An attempt that its receiver does not answer yet. */
async function begin(): Promise<{ run: Promise<void> }> {
  await record(api.dataSource, person.userId);
  const run = testDeliverer(api.dataSource).hear(endpoint.id);
  await until(() => receiver.received.length === 1);
  return { run };
}

describe('a deleted endpoint', () => {
  test('is not there any more, and another takes its place, while an attempt at it is under way', async () => {
    const { run } = await begin();
    await remove();
    expect(await list()).toEqual([]);
    for (const [method, rest, body] of [
      ['DELETE'],
      ['PATCH', '', { enabled: true }],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
    ] as const)
      expect([method, rest, (await ask(method, rest, body)).status]).toEqual([method, rest, 404]);
    for (let made = 0; made < WEBHOOK_ENDPOINTS_MAX; made += 1) {
      const body = { url: receiver.url('/other'), events: ['credits.low'] };
      expect((await api.post('/webhook-endpoints', { token: person.token, body })).status).toBe(200);
    }
    answer(204);
    await run;
  });

  test.each([204, 500])('is kept until the attempt under way has ended, by %i, and is erased then', async (status) => {
    const { run } = await begin();
    await remove();
    await sweep();
    expect(await shown()).toMatchObject([{ status: 'pending', attempts: 1 }]);
    answer(status);
    await run;
    expect(await shown()).toMatchObject([{ retrySeconds: null, lastStatus: status }]);
    expect(await endpointRow(api.dataSource, endpoint.id)).toMatchObject({ disabled: false, mailDue: false });
    await sweep();
    expect([await shown(), await endpointRow(api.dataSource, endpoint.id)]).toEqual([[], null]);
    expect(receiver.received).toHaveLength(1);
  });

  test('is sent nothing of what waits, nor of what happens', async () => {
    await record(api.dataSource, person.userId);
    await sql(
      `update webhook_deliveries set next_attempt_at = now() - interval '1 h' where endpoint_id = $1`,
      endpoint.id,
    );
    const before = await readBacklog(api.dataSource);
    await remove();
    await record(api.dataSource, person.userId);
    await testDeliverer(api.dataSource).hear(endpoint.id);
    expect(await shown()).toMatchObject([{ attempts: 0 }]);
    expect(receiver.received).toEqual([]);
    expect(await findOverdueEndpoints(api.dataSource, 0, 100)).not.toContain(endpoint.id);
    expect((await readBacklog(api.dataSource)).due).toBe(before.due - 1);
  });

  test('is erased in steps', async () => {
    await sweep();
    for (let n = 0; n < 5; n += 1) await record(api.dataSource, person.userId);
    await remove();
    const left: number[] = [];
    for (let step = 0; step < 3; step += 1) {
      await eraseDeletedEndpoints(api.dataSource, 2);
      left.push((await shown()).length);
    }
    expect(left).toEqual([3, 1, 0]);
    expect(await endpointRow(api.dataSource, endpoint.id)).toBeNull();
  });
});

test('events and deliveries of a removed account are erased in steps', async () => {
  await sql(
    `with events as (
       insert into webhook_events (user_id, type, data) select $1, 'test', '{}' from generate_series(1, 1500) returning id
     )
     insert into webhook_deliveries (event_id, endpoint_id) select id, $2 from events`,
    person.userId,
    endpoint.id,
  );
  const eraser = api.app.get(EraseWebhooks, { strict: false });
  const left = async (): Promise<number> =>
    (await sql(`select 1 from webhook_events where user_id = $1`, person.userId)).length + (await shown()).length;
  await api.dataSource.transaction((tx) => eraser.endInTransaction(tx, person.userId));
  expect(await left()).toBe(3_000);
  await testDeliverer(api.dataSource).hear(endpoint.id);
  expect(receiver.received).toEqual([]);
  const stop = new AbortController();
  let looks = 0;
  // Each step looks once whether it should go on: two for the deliveries, then one for the first events.
  Object.defineProperty(stop.signal, 'aborted', { get: () => (looks += 1) > 3 });
  expect(await eraser.eraseAfterCommit(person.userId, stop.signal)).toBe(false);
  expect(await left()).toBe(500);
  expect(await eraser.eraseAfterCommit(person.userId, new AbortController().signal)).toBe(true);
  expect([await left(), await endpointRow(api.dataSource, endpoint.id)]).toEqual([0, null]);
});
