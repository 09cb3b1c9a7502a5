import { PLAN_TERMS } from '@app/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { BatchTests, foxes, useBatches } from '../../../test/support/images/batches.js';
import { testConfig } from '../../../test/support/config.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../test/support/credits/invariants.js';
import { RACE_ROUNDS } from '../../../test/support/timing/race-rounds.js';
import { together } from '../../../test/support/timing/together.js';
import { until } from '../../../test/support/timing/until.js';
import { deliverImage } from '../../../test/support/images/work.js';
import { createHttpApp } from '../../http-app.js';
import { rows } from '../../platform/database/rows.js';
import { RedisUserEvents } from '../../platform/events/redis-user-events.js';
import { GenerationEntity } from '../images/shared/generation.entity.js';
import { DispatchBatches } from './application/dispatch-batches.js';
import { BatchDispatcher } from './jobs/batch-dispatcher.js';
import { readPace } from './persistence/batch-reads.js';

// No interval runs in tests: what happens by itself was notified.
const env = {
  FREE_ALLOWANCE: 'none',
  IN_FLIGHT_FREE: '100',
  INSTALLATION_ID: `t${randomBytes(6).toString('hex')}`,
};
const api = useApp({ env });
const SHARE = PLAN_TERMS.pro.inFlightLimit / 2;

/** Another process on the same database, which nobody notifies. */
let other: NestFastifyApplication | undefined;
beforeAll(async () => {
  other = await createHttpApp(testConfig({ ...env, DATABASE_URL: api.databaseUrl }));
});
afterAll(() => other?.close());

// First, since those at the same moment dispatch by hand.
describe('a dispatcher by itself', () => {
  const batches = new BatchTests(api);
  beforeAll(() => batches.freeSlots(100));

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
});

describe('at the same moment', () => {
  const batches = useBatches(api);

  function dispatchElsewhere(): Promise<number> {
    if (!other) throw new Error('There is no other process yet');
    return other.get(DispatchBatches, { strict: false }).run(new AbortController().signal);
  }
  const rounds = Array.from({ length: RACE_ROUNDS }, (_, n) => n);

  const openOf = (userId: string): Promise<{ open: number }[]> =>
    rows(
      api.dataSource,
      `select count(*) as open from generations where user_id = $1 and status in ('pending', 'processing')`,
      [userId],
    );

  test('two dispatchers release each row once, and no more of a person than the share', async () => {
    for (const round of rounds) {
      const by = await batches.person({ plan: 'pro' });
      const id = await batches.start(by, foxes(SHARE + 4));
      const counts = await together(round, () => batches.dispatch(), dispatchElsewhere);
      expect(counts[0] + counts[1]).toBe(SHARE);
      const released = (await batches.show(by, id)).rows.flatMap(({ generation_id: one }) => one ?? []);
      expect(new Set(released).size).toBe(SHARE);
      expect(await openOf(by.userId)).toEqual([{ open: SHARE }]);
      await batches.call(by, id, 'stop');
    }
  });

  test('a stop against a release leaves nothing waiting and nothing pending', async () => {
    for (const round of rounds) {
      const by = await batches.person({ units: 1_000 });
      const id = await batches.start(by, foxes(6));
      await together(round, dispatchElsewhere, () => batches.call(by, id, 'stop'));
      await batches.dispatch();
      expect(new Set(await batches.statuses(by, id))).toEqual(new Set(['cancelled']));
      expect(await batches.balance(by)).toEqual({ available: 1_000, reserved: 0 });
    }
  });

  test('a pause against a release holds nothing for a row that still waits', async () => {
    for (const round of rounds) {
      const by = await batches.person({ units: 1_000 });
      const id = await batches.start(by, foxes(6));
      await together(round, dispatchElsewhere, () => batches.call(by, id, 'pause'));
      const statuses = await batches.statuses(by, id);
      const released = statuses.filter((status) => status !== 'waiting').length;
      expect(await batches.balance(by)).toEqual({ available: 1_000 - 35 * released, reserved: 35 * released });
      expect(await batches.dispatch()).toBe(0);
      await batches.call(by, id, 'stop');
    }
  });

  test('a removal of the account against a release leaves nothing open and no batch', async () => {
    for (const round of rounds) {
      const by = await batches.person();
      const id = await batches.start(by, foxes(6));
      const remove = () => api.request('DELETE', '/users/account', { token: by.token });
      const [, removed] = await together(round, dispatchElsewhere, remove);
      expect(removed.status).toBe(200);
      expect(await openOf(by.userId)).toEqual([{ open: 0 }]);
      expect(await rows(api.dataSource, `select 1 from batches where id = $1`, [id])).toEqual([]);
      expect(await batches.balance(by)).toEqual({ available: 0, reserved: 0 });
    }
  });

  test('a resume against a start lets one batch run', async () => {
    for (const round of rounds) {
      const by = await batches.person();
      const id = await batches.start(by, foxes(1));
      await batches.call(by, id, 'pause');
      const [resumed, started] = await together(
        round,
        () => batches.call(by, id, 'resume'),
        () => batches.ask(by, { rows: foxes(1) }),
      );
      expect([resumed.status, started.status].filter((status) => status === 409)).toHaveLength(1);
      const running = await rows(api.dataSource, `select 1 from batches where user_id = $1 and status = 'running'`, [
        by.userId,
      ]);
      expect(running).toHaveLength(1);
    }
  });
});

describe('the pace of images', () => {
  let user: SignedIn;
  beforeEach(async () => {
    user = await api.signIn();
    await giveUnits(api.dataSource, user.userId, 1_000);
    await api.dataSource.query(`update generations set finished_at = finished_at - interval '2 hours'`);
  });

  /** A generation that took so many seconds, and ended so many minutes ago. */
  async function finish(seconds: number, minutesAgo: number): Promise<void> {
    const { body } = await api.post('/images/generate', { token: user.token, body: { prompt: 'a fox' } });
    const { id } = body.data as { id: string };
    await deliverImage(api, id);
    await api.dataSource.query(
      `update generations set finished_at = now() - $3::int * interval '1 minute',
              started_at = now() - $3::int * interval '1 minute' - $2::int * interval '1 second'
        where id = $1`,
      [id, seconds, minutesAgo],
    );
  }

  test('the pace is what an image took on average within the hour, and unknown when none was finished', async () => {
    expect(await readPace(api.dataSource)).toBeNull();
    await finish(10, 1);
    await finish(30, 59);
    await finish(500, 61);
    expect(await readPace(api.dataSource)).toBeCloseTo(20);
  });

  test('the pace follows the latest twenty generations', async () => {
    await finish(10, 1);
    const generations = api.dataSource.getRepository(GenerationEntity);
    const latest = await generations.findOneByOrFail({ userId: user.userId });
    const copies = Array.from({ length: 19 }, (_, at) =>
      generations.create(Object.assign({}, latest, { id: randomUUID(), seq: latest.seq + 2 + at })),
    );
    await generations.insert(copies);
    await finish(500, 2);
    expect(await readPace(api.dataSource)).toBeCloseTo(10);
  });

  test('what failed or never began says nothing of the pace', async () => {
    await finish(10, 1);
    await finish(500, 1);
    await api.dataSource.query(
      `update generations set status = 'failed' where finished_at - started_at > interval '1 minute'`,
    );
    expect(await readPace(api.dataSource)).toBeCloseTo(10);
  });
});
