import { PLAN_TERMS } from '@app/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { useApp } from '../../../test/support/app.js';
import { foxes, useBatches } from '../../../test/support/batches.js';
import { testConfig } from '../../../test/support/config.js';
import { RACE_ROUNDS } from '../../../test/support/race-rounds.js';
import { together } from '../../../test/support/together.js';
import { randomBytes } from 'node:crypto';
import { createHttpApp } from '../../http-app.js';
import { rows } from '../../platform/database/rows.js';
import { DispatchBatches } from './application/dispatch-batches.js';

const env = { FREE_ALLOWANCE: 'none', INSTALLATION_ID: `t${randomBytes(6).toString('hex')}` };
const api = useApp({ env });
const batches = useBatches(api);
const SHARE = PLAN_TERMS.enterprise.inFlightLimit / 2;

/** Another process on the same database. */
let other: NestFastifyApplication | undefined;
beforeAll(async () => {
  other = await createHttpApp(testConfig({ ...env, DATABASE_URL: api.databaseUrl }));
});
afterAll(() => other?.close());

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
    const by = await batches.person();
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
