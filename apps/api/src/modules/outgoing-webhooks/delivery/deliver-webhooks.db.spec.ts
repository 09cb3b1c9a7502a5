import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { alertsOf } from '../../../../test/support/alerts.js';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { RACE_ROUNDS } from '../../../../test/support/timing/race-rounds.js';
import { together } from '../../../../test/support/timing/together.js';
import { until } from '../../../../test/support/timing/until.js';
import { TestReceiver } from '../../../../test/support/webhooks/webhook-receivers.js';
import {
  createEndpoint,
  deliveriesOf,
  endpointRow,
  makeDue,
  record,
  sealSecret,
  testDeliverer,
  verifyAttempt,
  type TestEndpoint,
} from '../../../../test/support/webhooks/webhooks.js';
import { rows } from '../../../platform/database/rows.js';
import { webhookAttempts } from '../jobs/metrics.js';
import { failWaiting } from '../persistence/claim-delivery.js';

const db = useDatabase();
let receiver: TestReceiver;
let endpoint: TestEndpoint;
beforeEach(async () => {
  receiver = new TestReceiver();
  await receiver.start();
  endpoint = await createEndpoint(db.dataSource, await createUser(db.dataSource), receiver.url('/hook'));
});
afterEach(() => receiver.stop());

const deliverer = testDeliverer(db.dataSource);
const deliver = (): Promise<void> => deliverer.run(endpoint.id);
const happen = (): Promise<void> => record(db.dataSource, endpoint.userId);
const shown = () => deliveriesOf(db.dataSource, endpoint.id);
const sql = (text: string, ...params: unknown[]) => rows(db.dataSource, text, params);
/** As one that was sealed before `APP_SECRET` was replaced. */
const UNREADABLE = Buffer.alloc(60);
const answerWith = (status: number): void => {
  receiver.answer = (_, response) => void response.writeHead(status).end();
};
describe('a delivery', () => {
  test('is what the contract says, and the library verifies it', async () => {
    await happen();
    await deliver();
    const [attempt] = receiver.received;
    const [delivery] = await shown();
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, lastStatus: 204, retrySeconds: null });
    expect(attempt?.headers).toMatchObject({ 'webhook-id': delivery?.eventId, 'content-type': 'application/json' });
    expect(verifyAttempt(endpoint.secret, attempt!)).toMatchObject({
      type: 'credits.low',
      data: { available_credits: 1, threshold_credits: 17.5 },
    });
    const { secret: other } = await createEndpoint(db.dataSource, endpoint.userId, receiver.url());
    expect(() => verifyAttempt(other, attempt!)).toThrow('No matching signature');
  });

  test('is attempted again under the same id with the time of the attempt, as the schedule says, then given up', async () => {
    answerWith(500);
    await happen();
    const waits: unknown[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await deliver();
      const [delivery] = await shown();
      expect(delivery).toMatchObject({ attempts: attempt, lastStatus: 500 });
      waits.push(delivery?.retrySeconds);
      // Not due before its time.
      await deliver();
      expect(receiver.received).toHaveLength(attempt);
      await makeDue(db.dataSource, endpoint.id);
    }
    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, null]);
    expect(await shown()).toMatchObject([{ status: 'failed' }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const attempt of receiver.received) verifyAttempt(endpoint.secret, attempt);
    const delays = deliverer.notified.slice(-7).map(({ attempts, delaySeconds }) => [attempts, delaySeconds]);
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400].map((wait, n) => [n + 1, wait]));
  });

  test.each([
    [204, 'delivered'],
    [500, 'failed'],
  ])('answered by %i is counted as %s', async (status, result) => {
    const counted = async (): Promise<Record<string, number>> =>
      Object.fromEntries((await webhookAttempts.get()).values.map(({ labels, value }) => [labels.result, value]));
    const before = await counted();
    answerWith(status);
    await happen();
    await deliver();
    expect(await counted()).toEqual({ ...before, [result]: (before[result] ?? 0) + 1 });
  });

  test.each([301, 410])('fails with an answer of %i', async (status) => {
    answerWith(status);
    await happen();
    await deliver();
    expect(await shown()).toMatchObject([{ status: 'pending', lastStatus: status, retrySeconds: 5 }]);
  });

  test('that nobody answers has a reason in place of a status, until somebody does', async () => {
    receiver.stop();
    await happen();
    await deliver();
    expect(await shown()).toMatchObject([
      { status: 'pending', attempts: 1, lastStatus: null, lastFailure: 'connection' },
    ]);
    receiver = new TestReceiver();
    await receiver.start();
    await sql(`update webhook_endpoints set url = $2 where id = $1`, endpoint.id, receiver.url('/hook'));
    await makeDue(db.dataSource, endpoint.id);
    await deliver();
    expect(await shown()).toMatchObject([{ status: 'delivered', lastStatus: 204, lastFailure: null }]);
  });

  test('is not made with a secret that cannot be opened any more', async () => {
    const before = await alertsOf('webhook_secret');
    await sql(`update webhook_endpoints set secret_sealed = $2 where id = $1`, endpoint.id, UNREADABLE);
    await happen();
    await deliver();
    expect(await shown()).toMatchObject([{ status: 'pending', attempts: 1, lastFailure: 'secret', retrySeconds: 5 }]);
    expect(receiver.received).toEqual([]);
    expect(await alertsOf('webhook_secret')).toBe(before + 1);
  });
});

describe('signatures after a rotation', () => {
  const rotate = async (overlap: string): Promise<string> => {
    const { sealed, secret } = sealSecret(endpoint.id);
    await sql(
      `update webhook_endpoints set previous_secret_sealed = secret_sealed, secret_sealed = $2,
              previous_secret_until = now() + $3::interval where id = $1`,
      endpoint.id,
      sealed,
      overlap,
    );
    return secret;
  };

  test('are of both secrets until the overlap ends', async () => {
    const secret = await rotate('1 h');
    await happen();
    await deliver();
    expect(verifyAttempt(secret, receiver.received[0]!)).toEqual(verifyAttempt(endpoint.secret, receiver.received[0]!));
  });

  test('are of the new secret only afterwards', async () => {
    const secret = await rotate('-1 s');
    await happen();
    await deliver();
    verifyAttempt(secret, receiver.received[0]!);
    expect(() => verifyAttempt(endpoint.secret, receiver.received[0]!)).toThrow('No matching signature');
  });

  test('are of the new secret only when the previous one cannot be opened any more', async () => {
    await sql(`update webhook_endpoints set secret_sealed = $2 where id = $1`, endpoint.id, UNREADABLE);
    const secret = await rotate('1 h');
    await happen();
    await deliver();
    expect(await shown()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    verifyAttempt(secret, receiver.received[0]!);
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });
});

describe('an endpoint', () => {
  test('is failing from its first failure until a success', async () => {
    answerWith(500);
    await happen();
    await deliver();
    expect(await endpointRow(db.dataSource, endpoint.id)).toMatchObject({ failing: true, enabled: true });
    answerWith(200);
    await makeDue(db.dataSource, endpoint.id);
    await deliver();
    expect(await endpointRow(db.dataSource, endpoint.id)).toMatchObject({ failing: false });
  });

  test('that has failed for five days is disabled with a mail due, and what waits for it is given up', async () => {
    answerWith(500);
    await happen();
    await deliver();
    await happen();
    await sql(`update webhook_endpoints set failing_since = now() - interval '5 days' where id = $1`, endpoint.id);
    await makeDue(db.dataSource, endpoint.id);
    await deliver();
    expect(await endpointRow(db.dataSource, endpoint.id)).toMatchObject({
      enabled: false,
      disabled: true,
      mailDue: true,
    });
    expect((await shown()).map(({ status }) => status)).toEqual(['failed', 'failed']);
    await happen();
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  test('gets no more than two attempts at once, of however many processes', async () => {
    for (let n = 0; n < 30; n += 1) await happen();
    const waiting: (() => void)[] = [];
    receiver.answer = (_, response) => void waiting.push(() => response.writeHead(204).end());
    let ended = 0;
    const runs = Array.from({ length: 10 }, async () => {
      await testDeliverer(db.dataSource).run(endpoint.id);
      ended += 1;
    });
    const all = Promise.all(runs);
    await until(() => waiting.length === 2 && ended === 8);
    let answered = 0;
    await until(() => {
      answered += waiting.length;
      for (const answer of waiting.splice(0)) answer();
      return answered === 30;
    });
    await all;
    expect(receiver.mostAtOnce).toBe(2);
    expect((await shown()).every(({ status, attempts }) => status === 'delivered' && attempts === 1)).toBe(true);
  });

  test('gets what a dead process had begun, once its lease has ended', async () => {
    await happen();
    await sql(
      `update webhook_deliveries set attempts = 1, last_attempt_at = now(), lease_until = now() + interval '60 s'
        where endpoint_id = $1`,
      endpoint.id,
    );
    await deliver();
    expect(receiver.received).toEqual([]);
    await sql(`update webhook_deliveries set lease_until = now() where endpoint_id = $1`, endpoint.id);
    await deliver();
    expect(await shown()).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test('gets again at once what a process that stops had begun', async () => {
    const stop = new AbortController();
    receiver.answer = () => stop.abort(new Error('stopping'));
    await happen();
    await deliverer.run(endpoint.id, stop.signal);
    expect(await shown()).toMatchObject([{ status: 'pending', attempts: 0 }]);
    answerWith(204);
    await deliver();
    expect(await shown()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });
});

test('what is under way at an endpoint that is disabled ends by itself; what waits is given up', async () => {
  for (let n = 0; n < 3; n += 1) await happen();
  const [underWay, lost] = (await shown()).map(({ id }) => id);
  const lease = `update webhook_deliveries set lease_until = now() + $2::interval where id = $1`;
  await sql(lease, underWay, '60 s');
  await sql(lease, lost, '-1 s');
  expect(await failWaiting(db.dataSource.manager, endpoint.id)).toBe(2);
  expect((await shown()).find(({ id }) => id === underWay)).toMatchObject({ status: 'pending' });
});

test('an attempt whose lease was lost changes nothing of the next one', async () => {
  let answer = (): unknown => undefined;
  receiver.answer = (_, response) => void (answer = () => response.writeHead(500).end());
  await happen();
  const first = deliver();
  await until(() => receiver.received.length === 1);
  await sql(
    `update webhook_deliveries set attempts = 2, lease_until = now() + interval '60 s' where endpoint_id = $1`,
    endpoint.id,
  );
  answer();
  await first;
  expect(await shown()).toMatchObject([{ status: 'pending', attempts: 2, lastStatus: null }]);
});

test('an endpoint that is deleted while it is delivered to leaves nothing, and gets nothing more', async () => {
  const { userId } = endpoint;
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const leaving = await createEndpoint(db.dataSource, userId, receiver.url(`/${round}`));
    await record(db.dataSource, userId);
    await together(
      round,
      () => deliverer.run(leaving.id),
      () => sql(`delete from webhook_endpoints where id = $1`, leaving.id),
    );
    expect(await deliveriesOf(db.dataSource, leaving.id)).toEqual([]);
    await deliverer.run(leaving.id);
    expect(receiver.received.filter(({ path }) => path === `/${round}`).length).toBeLessThanOrEqual(1);
  }
});

test('what happens while its endpoint is deleted happens all the same', async () => {
  const { userId } = endpoint;
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const leaving = await createEndpoint(db.dataSource, userId, receiver.url());
    await together(
      round,
      () => record(db.dataSource, userId),
      () => sql(`delete from webhook_endpoints where id = $1`, leaving.id),
    );
    expect(await deliveriesOf(db.dataSource, leaving.id)).toEqual([]);
  }
});
