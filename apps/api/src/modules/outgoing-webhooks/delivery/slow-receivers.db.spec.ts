import { WEBHOOK_ENDPOINTS_MAX } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { testConfig } from '../../../../test/support/config.js';
import { createUser } from '../../../../test/support/credits/credits.js';
import { untilBlocked } from '../../../../test/support/database/database-locks.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { openQueueEnd } from '../../../../test/support/images/test-queue.js';
import { until } from '../../../../test/support/timing/until.js';
import { TestReceiver } from '../../../../test/support/webhooks/webhook-receivers.js';
import {
  createEndpoint,
  deleteEndpoint,
  deliveriesOf,
  record,
  testDeliverer,
  testDeliveries,
  type TestEndpoint,
} from '../../../../test/support/webhooks/webhooks.js';
import { rows } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { closeQueue } from '../../../platform/queue/bull-queue.js';
import { WebhookProcessor } from '../jobs/webhook-processor.js';
import { consumerQueue, producerQueue, WebhookQueue, type WebhookJob } from '../jobs/webhook-queue.js';
import { findOverdueEndpoints } from '../persistence/claim-delivery.js';

const db = useDatabase();
let receiver: TestReceiver;
beforeEach(async () => {
  receiver = new TestReceiver();
  await receiver.start();
});
afterEach(async () => {
  receiver.stop();
  await rows(db.dataSource, `delete from webhook_endpoints`);
});

/** The endpoint of somebody else, with so many deliveries due. */
async function endpointWith(deliveries: number, path = '/hangs'): Promise<TestEndpoint> {
  const endpoint = await createEndpoint(db.dataSource, await createUser(db.dataSource), receiver.url(path));
  for (let n = 0; n < deliveries; n += 1) await record(db.dataSource, endpoint.userId);
  return endpoint;
}

const hang = (): void => undefined;
const attemptsAt = async ({ id }: TestEndpoint): Promise<number[]> =>
  (await deliveriesOf(db.dataSource, id)).map(({ attempts }) => attempts).sort((a, b) => a - b);

describe('a notification', () => {
  test('that meets a receiver which hangs makes one attempt, and notifies the rest anew', async () => {
    receiver.answer = hang;
    const endpoint = await endpointWith(2);
    const deliverer = testDeliverer(db.dataSource, { timeoutMs: 50 });
    await deliverer.hear(endpoint.id);
    expect(await attemptsAt(endpoint)).toEqual([0, 1]);
    expect(deliverer.rest).toEqual([endpoint.id]);
  });

  test('that meets a receiver which takes more than a second makes one attempt, and notifies the rest anew', async () => {
    receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 1_100);
    const endpoint = await endpointWith(2);
    const deliverer = testDeliverer(db.dataSource);
    await deliverer.hear(endpoint.id);
    expect((await deliveriesOf(db.dataSource, endpoint.id)).map(({ status }) => status).sort()).toEqual([
      'delivered',
      'pending',
    ]);
    expect(deliverer.rest).toEqual([endpoint.id]);
  });

  test('is followed by no other when nothing is left', async () => {
    receiver.answer = hang;
    const deliverer = testDeliverer(db.dataSource, { timeoutMs: 50 });
    await deliverer.hear((await endpointWith(1)).id);
    await deliverer.hear((await endpointWith(0)).id);
    expect(deliverer.rest).toEqual([]);
  });
});

describe('a person with many endpoints', () => {
  const waiting: ServerResponse[] = [];
  let endpoints: TestEndpoint[];
  const createAll = (userId: string): Promise<TestEndpoint[]> =>
    Promise.all(
      Array.from({ length: WEBHOOK_ENDPOINTS_MAX }, (_, n) =>
        createEndpoint(db.dataSource, userId, receiver.url(`/${n}`)),
      ),
    );
  beforeEach(async () => {
    waiting.length = 0;
    receiver.answer = (_, response) => void waiting.push(response);
    const userId = await createUser(db.dataSource);
    endpoints = await createAll(userId);
    for (let n = 0; n < 3; n += 1) await record(db.dataSource, userId);
  });

  const deliverer = testDeliverer(db.dataSource);
  /** Hears of these endpoints one after the other. Resolves once each has begun an attempt or found no room. */
  async function hearOf(heard: TestEndpoint[]): Promise<Promise<void>[]> {
    const runs: Promise<void>[] = [];
    const ended: string[] = [];
    for (const { id } of heard) {
      runs.push(deliverer.hear(id).then(() => void ended.push(id)));
      await until(() => waiting.length + ended.length === runs.length);
    }
    return runs;
  }
  async function end(runs: Promise<void>[]): Promise<void> {
    receiver.stop();
    await Promise.all(runs);
    deliverer.rest.length = 0;
  }

  test('gets no more than five attempts at once', async () => {
    const runs = await hearOf([...endpoints, ...endpoints]);
    expect(waiting).toHaveLength(5);
    await end(runs);
  });

  test('gets no more than five attempts at once, also when two begin at one moment', async () => {
    const [first, second, , fourth, fifth] = endpoints as [TestEndpoint, TestEndpoint, ...TestEndpoint[]];
    const runs = await hearOf([first, first, second, second]);
    await inTransaction(db.dataSource, async (tx) => {
      await rows(tx, `select from webhook_deliveries for update`);
      for (const last of [fourth, fifth]) runs.push(testDeliverer(db.dataSource).hear(last?.id ?? ''));
      await untilBlocked(tx, 2);
    });
    // One finds no room and ends.
    await Promise.race(runs);
    await until(() => waiting.length >= 5);
    expect(waiting).toHaveLength(5);
    await end(runs);
  });

  test('gets no more than five attempts at once, also when endpoints are deleted and made anew meanwhile', async () => {
    const [first] = endpoints as [TestEndpoint, ...TestEndpoint[]];
    const runs = await hearOf(endpoints);
    const makeAnew = async (): Promise<void> => {
      for (const endpoint of endpoints) await deleteEndpoint(db.dataSource, endpoint);
      endpoints = await createAll(first.userId);
      await record(db.dataSource, first.userId);
      let ended = 0;
      runs.push(...endpoints.map(({ id }) => deliverer.hear(id).then(() => void (ended += 1))));
      await until(() => ended === endpoints.length || waiting.length > 5);
      expect(waiting).toHaveLength(5);
    };
    for (let round = 0; round < 3; round += 1) await makeAnew();
    await end(runs);
  });

  test('is not looked for as overdue while there is no room for more attempts', async () => {
    const runs = await hearOf(endpoints);
    const other = await endpointWith(1, '/other');
    expect(await findOverdueEndpoints(db.dataSource, 0, 100)).toEqual([other.id]);
    await end(runs);
  });

  test('gets, when an attempt ends, the next one at an endpoint that has none', async () => {
    const [first, second, third, ...idle] = endpoints as [TestEndpoint, TestEndpoint, TestEndpoint, ...TestEndpoint[]];
    const runs = await hearOf([first, first, second, second, third, ...idle]);
    expect(waiting).toHaveLength(5);
    const waitsLongest = `update webhook_deliveries set next_attempt_at = now() - interval '1 h' where endpoint_id = $1`;
    await rows(db.dataSource, waitsLongest, [first.id]);
    waiting[0]?.writeHead(500).end();
    await until(() => deliverer.rest.length === 1);
    expect(idle.map(({ id }) => id)).toContain(deliverer.rest[0]);
    await end(runs);
  });
});

test('many receivers that hang, each with more and more to come, keep nobody else from the next turn', async () => {
  const config = testConfig({ DATABASE_URL: db.url });
  const producer = await openQueueEnd<WebhookJob>(producerQueue, config);
  const consumer = await openQueueEnd<WebhookJob>(consumerQueue, config);
  const queue = new WebhookQueue(producer);
  const processor = new WebhookProcessor(consumer, testDeliveries(db.dataSource, queue, { timeoutMs: 60_000 }), config);
  const slots = processor.freeSlots;
  const notify = async ({ id: endpointId }: TestEndpoint): Promise<void> => {
    for (const { id: deliveryId } of (await deliveriesOf(db.dataSource, endpointId)).slice(0, 2)) {
      await queue.notify({ endpointId, deliveryId, attempts: 0, delaySeconds: 0 });
    }
  };
  for (let n = 0; n < slots; n += 1) await notify(await endpointWith(6));
  await notify(await endpointWith(1, '/answers'));

  const waiting: ServerResponse[] = [];
  const arrived: string[] = [];
  receiver.answer = ({ path }, response) => {
    if (path !== '/answers') return void waiting.push(response);
    response.writeHead(204).end();
    arrived.push(path);
  };
  processor.onApplicationBootstrap();
  let turns = 0;
  for (; arrived.length === 0; turns += 1) {
    await until(() => arrived.length > 0 || waiting.length === slots);
    for (const response of waiting.splice(0)) response.writeHead(500).end();
  }
  // Two notifications of each were there before it: all slots twice.
  expect(turns).toBeLessThanOrEqual(3);
  receiver.stop();
  await processor.onModuleDestroy();
  await closeQueue(producer);
});
