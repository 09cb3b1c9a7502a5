import { PLAN_TERMS } from '@app/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes } from 'node:crypto';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { BatchTests, foxes } from '../../../../test/support/batches.js';
import { testConfig } from '../../../../test/support/config.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import { until } from '../../../../test/support/until.js';
import { deliverImage } from '../../../../test/support/work.js';
import { createHttpApp } from '../../../http-app.js';
import { rows } from '../../../platform/database/rows.js';
import { RedisUserEvents } from '../../../platform/events/redis-user-events.js';
import { BatchDispatcher } from './batch-dispatcher.js';

const SHARE = PLAN_TERMS.pro.inFlightLimit / 2;

// Its interval does not run in tests: what happens by itself was notified.
const env = { FREE_ALLOWANCE: 'none', INSTALLATION_ID: `t${randomBytes(6).toString('hex')}` };
const api = useApp({ env });
const batches = new BatchTests(api);

/** Another process on the same database, which nobody notifies. */
let other: NestFastifyApplication | undefined;
beforeAll(async () => {
  other = await createHttpApp(testConfig({ ...env, DATABASE_URL: api.databaseUrl }));
  await batches.freeSlots(100);
});
afterAll(() => other?.close());

const count = async (by: SignedIn, id: string, status: string): Promise<number> =>
  (await batches.statuses(by, id)).filter((one) => one === status).length;

test('a start is released at once, and a row at once when the generation of another ends', async () => {
  const by = await batches.person({ plan: 'pro' });
  const id = await batches.start(by, foxes(SHARE + 2));
  await until(async () => (await count(by, id, 'pending')) === SHARE);
  for (const number of [1, 2]) {
    await deliverImage(api, await batches.generationOf(by, id, number));
    await until(async () => (await count(by, id, 'waiting')) === 2 - number);
  }
  for (const number of [3, 4, 5, 6]) await deliverImage(api, await batches.generationOf(by, id, number));
  await until(async () => (await batches.show(by, id)).status === 'completed');
  await expectInvariants(api.dataSource);
});

test('a process listens to people while they have an open batch, and no longer', async () => {
  const listeners = other!.get(RedisUserEvents, { strict: false })['listeners'];
  const dispatcher = other!.get(BatchDispatcher, { strict: false });
  // A run that an event has begun is not joined, so one look may come too early.
  const listensTo = (expected: number): Promise<void> =>
    until(async () => {
      await dispatcher.run();
      return listeners.listenerCount(by.userId) === expected;
    });
  const by = await batches.person({ plan: 'pro' });
  for (let round = 0; round < 2; round += 1) {
    const id = await batches.start(by, foxes(1));
    await listensTo(1);
    await dispatcher.run();
    expect(listeners.listenerCount(by.userId)).toBe(1);
    await until(async () => (await count(by, id, 'pending')) === 1);
    await deliverImage(api, await batches.generationOf(by, id, 1));
    await until(async () => (await batches.show(by, id)).status === 'completed');
    await listensTo(0);
  }
});

test('what a killed process left behind is released by another, once its lease is over', async () => {
  const by = await batches.person({ plan: 'pro' });
  await rows(
    api.dataSource,
    `insert into leases (name, owner, until) values ('batches', gen_random_uuid(), now() + interval '1 hour')
     on conflict (name) do update set owner = excluded.owner, until = excluded.until`,
  );
  const id = await batches.start(by, foxes(1));
  await other?.get(BatchDispatcher, { strict: false }).run();
  expect(await count(by, id, 'waiting')).toBe(1);
  await rows(api.dataSource, `update leases set until = now() where name = 'batches'`);
  await other?.get(BatchDispatcher, { strict: false }).run();
  expect(await count(by, id, 'pending')).toBe(1);
});
