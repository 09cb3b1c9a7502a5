import type { Answer, BatchWithRows, NewApiKey } from '@app/contracts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { runCrowd } from '../../../test/support/images/batch-crowd.js';
import { foxes, useBatches } from '../../../test/support/images/batches.js';
import { raceSeed } from '../../../test/support/timing/race-rounds.js';
import { createEndpoint } from '../../../test/support/webhooks/webhooks.js';
import { deliverImage, failImage } from '../../../test/support/images/work.js';
import { rows } from '../../platform/database/rows.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '1000' } });
const batches = useBatches(api);

// First, since the engine of the crowd paints whatever is open.
test('batches of six people take turns in free slots, and single requests pass them', async () => {
  const seed = raceSeed();
  const ended = await runCrowd(batches, { people: 6, rowsEach: 4, slots: 4, seed });
  expect([seed, ended]).toEqual([seed, 24]);
});

describe('pause and resume', () => {
  test('nothing is released while paused, and a repeated call changes nothing', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(2));
    for (const _ of ['once', 'again']) {
      const { status, body } = await batches.call(by, id, 'pause');
      expect([status, body.data.status, body.data.pause_reason]).toEqual([200, 'paused', 'user']);
    }
    expect(await batches.dispatch()).toBe(0);
    for (const _ of ['once', 'again']) {
      const { status, body } = await batches.call(by, id, 'resume');
      expect([status, body.data.status, body.data.pause_reason]).toEqual([200, 'running', null]);
    }
    expect(await batches.dispatch()).toBe(2);
  });

  test('another batch may begin while one is paused, and only one of them runs', async () => {
    const by = await batches.person();
    const first = await batches.start(by, foxes(1));
    await batches.call(by, first, 'pause');
    const second = await batches.start(by, foxes(1));
    const { status, body } = await batches.call(by, first, 'resume');
    expect([status, body.code]).toEqual([409, 'BATCH_RUNNING']);
    await batches.call(by, second, 'stop');
    expect((await batches.call(by, first, 'resume')).status).toBe(200);
  });

  test('a paused batch is completed when its last row ends', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(1));
    await batches.dispatch();
    await batches.call(by, id, 'pause');
    await deliverImage(api, await batches.generationOf(by, id, 1));
    await batches.dispatch();
    expect(await batches.show(by, id)).toMatchObject({ status: 'completed', pause_reason: null });
  });
});

describe('a batch that a key started', () => {
  // Cancels what the last test left pending, so that it takes no slot.
  beforeEach(() => batches.dispatch());

  const sql = <T>(text: string, values: unknown[]): Promise<T[]> => rows<T>(api.dataSource, text, values);
  const startBy = async (token: string, count: number): Promise<string> => {
    const body = { rows: foxes(count) };
    const answer = await api.post<Answer<'v1.startBatch'>>('/v1/batches', { token, body });
    expect(answer.status).toBe(202);
    return answer.body.data.id;
  };
  const resumeBy = (token: string, id: string) =>
    api.post<Answer<'v1.resumeBatch'>>(`/v1/batches/${id}/resume`, { token });
  const releaseNext = async (): Promise<number> => {
    await batches.freeSlots(1);
    return batches.dispatch();
  };
  const rotate = async ({ token }: SignedIn, keyId: string): Promise<NewApiKey> =>
    (await api.post<Answer<'apiKeys.rotate'>>(`/api-keys/${keyId}/rotate`, { token })).body.data;
  const revoke = ({ token }: SignedIn, keyId: string) => api.request('DELETE', `/api-keys/${keyId}`, { token });
  const expire = (keyId: string) => sql(`update api_keys set expires_at = now() where id = $1`, [keyId]);
  /** The keys that its rows count for, in their order. */
  const keysOf = async (id: string): Promise<(string | null)[]> =>
    (
      await sql<{ key: string | null }>(
        `select h.api_key_id as key from batch_rows r
           join images i on i.generation_id = r.generation_id join holds h on h.image_id = i.id
          where r.batch_id = $1 order by r.number`,
        [id],
      )
    ).map(({ key }) => key);

  test.each([
    ['was revoked', revoke],
    ['has expired', (_: SignedIn, keyId: string) => expire(keyId)],
  ])('is paused once its key %s, and goes on as its owner’s own when they resume it', async (_, end) => {
    const by = await batches.person();
    const { id: keyId, key } = await createKey(api, by);
    const id = await startBy(key, 2);
    expect(await releaseNext()).toBe(1);
    await end(by, keyId);
    expect(await releaseNext()).toBe(0);
    expect(await batches.show(by, id)).toMatchObject({ status: 'paused', pause_reason: 'api_key_revoked' });
    expect((await batches.call(by, id, 'resume')).status).toBe(200);
    expect(await releaseNext()).toBe(1);
    expect(await keysOf(id)).toEqual([keyId, null]);
  });

  test('goes on under the key that replaced its own, until that is revoked too', async () => {
    const by = await batches.person();
    const { id: oldId, key } = await createKey(api, by);
    const id = await startBy(key, 3);
    expect(await releaseNext()).toBe(1);
    const next = await rotate(by, oldId);
    await expire(oldId);
    expect(await releaseNext()).toBe(1);
    await revoke(by, next.id);
    expect(await releaseNext()).toBe(0);
    expect(await batches.show(by, id)).toMatchObject({ status: 'paused', pause_reason: 'api_key_revoked' });
    expect(await keysOf(id)).toEqual([oldId, next.id]);
  });

  test('is paused once its key was revoked, though the one before that still works', async () => {
    const by = await batches.person();
    const old = await createKey(api, by);
    const next = await rotate(by, old.id);
    const id = await startBy(next.key, 1);
    await revoke(by, next.id);
    expect(await releaseNext()).toBe(0);
    expect((await resumeBy(old.key, id)).status).toBe(200);
    expect(await releaseNext()).toBe(1);
    expect(await keysOf(id)).toEqual([old.id]);
  });

  test('is paused once the budget is used, and goes on under the key that resumes it, or under none', async () => {
    const by = await batches.person();
    const [small, large] = [
      await createKey(api, by, { daily_credits: 4 }),
      await createKey(api, by, { daily_credits: 5 }),
    ];
    const id = await startBy(small.key, 4);
    const pausedFor = { status: 'paused', pause_reason: 'api_key_budget' };
    expect(await batches.dispatch()).toBe(1);
    expect(await batches.show(by, id)).toMatchObject(pausedFor);
    expect(await resumeBy(small.key, id)).toMatchObject({ status: 402, body: { code: 'API_KEY_BUDGET_USED' } });
    expect(await batches.show(by, id)).toMatchObject(pausedFor);
    expect((await resumeBy(large.key, id)).status).toBe(200);
    expect(await batches.dispatch()).toBe(1);
    expect(await batches.show(by, id)).toMatchObject(pausedFor);
    expect((await batches.call(by, id, 'resume')).status).toBe(200);
    expect(await batches.dispatch()).toBe(2);
    expect(await keysOf(id)).toEqual([small.id, large.id, null, null]);
  });
});

describe('stop', () => {
  test('ends what waits, cancels what is pending, and lets what is in progress finish', async () => {
    const by = await batches.person({ units: 1_000, plan: 'pro' });
    const id = await batches.start(by, foxes(6));
    await batches.dispatch();
    const begun = await batches.generationOf(by, id, 1);
    await rows(
      api.dataSource,
      `with g as (update generations set status = 'processing', attempt = 1, started_at = now(),
                         lease_until = now() + interval '60 s' where id = $1)
       update images set status = 'processing' where generation_id = $1`,
      [begun],
    );
    const { body } = await batches.call(by, id, 'stop');
    expect(body.data.status).toBe('stopped');
    expect(body.data.rows.map(({ status, error_code: code }) => `${status} ${code}`)).toEqual([
      'processing null',
      ...Array.from({ length: 5 }, () => 'cancelled CANCELLED'),
    ]);
    expect(await batches.balance(by)).toEqual({ available: 965, reserved: 35 });
    const isClosed = () =>
      rows(api.dataSource, `select closed_at is not null as closed from batches where id = $1`, [id]);
    await batches.dispatch();
    expect(await isClosed()).toEqual([{ closed: false }]);
    await deliverImage(api, begun);
    await batches.dispatch();
    expect(await isClosed()).toEqual([{ closed: true }]);
    expect(await batches.show(by, id)).toMatchObject({ status: 'stopped', credits_used: 3.5 });
    expect((await batches.statuses(by, id))[0]).toBe('completed');
  });
});

describe('retry', () => {
  test('is a new batch of the failed and cancelled rows at the prices of now, once per key', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(3, { seed: 5 }));
    await batches.freeSlots(2);
    await batches.dispatch();
    await deliverImage(api, await batches.generationOf(by, id, 1));
    await failImage(api, await batches.generationOf(by, id, 2), 'ENGINE_FAILED');
    await batches.call(by, id, 'stop');
    await rows(
      api.dataSource,
      `with r as (update batch_rows set unit_price = 40 where batch_id = $1)
       update batches set total_units = 120 where id = $1`,
      [id],
    );
    const retry = () =>
      api.post<BatchWithRows>(`/batches/${id}/retry`, { token: by.token, headers: { 'idempotency-key': 'r' } });
    const { status, body } = await retry();
    expect([status, body.data.id === id, body.data.status]).toEqual([202, false, 'running']);
    expect(body.data.rows).toMatchObject([
      { number: 1, prompt: 'fox 2', seed: 5, price: 3.5, status: 'waiting' },
      { number: 2, prompt: 'fox 3', seed: 5, price: 3.5, status: 'waiting' },
    ]);
    expect((await retry()).body.data.id).toBe(body.data.id);
  });

  test('leaves out rows whose model was withdrawn', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(1));
    await rows(api.dataSource, `update batch_rows set model = 'dall-e-3' where batch_id = $1`, [id]);
    await batches.call(by, id, 'stop');
    expect((await batches.call(by, id, 'retry')).body.code).toBe('BATCH_NOTHING_TO_RETRY');
  });
});

test('a removed account leaves no batch behind, and what ran is cancelled', async () => {
  const by = await batches.person();
  const id = await batches.start(by, foxes(40, { prompt: 'a vermilion kestrel' }));
  await batches.dispatch();
  expect((await api.request('DELETE', '/users/account', { token: by.token })).status).toBe(200);
  expect(await rows(api.dataSource, `select 1 from batches where id = $1`, [id])).toEqual([]);
  expect(await rows(api.dataSource, `select 1 from batch_rows where prompt like '%kestrel%'`)).toEqual([]);
  expect(await batches.balance(by)).toEqual({ available: 0, reserved: 0 });
});

test.each(['completed', 'stopped'] as const)('endpoints are told once that a batch has ended: %s', async (status) => {
  const by = await batches.person();
  await createEndpoint(api.dataSource, by.userId, 'https://receiver.example/', ['batch.completed']);
  const id = await batches.start(by, foxes(3));
  await batches.dispatch();
  await deliverImage(api, await batches.generationOf(by, id, 1));
  await failImage(api, await batches.generationOf(by, id, 2), 'ENGINE_FAILED');
  if (status === 'stopped') await batches.call(by, id, 'stop');
  else await deliverImage(api, await batches.generationOf(by, id, 3));
  await batches.dispatch();
  await batches.dispatch();
  const events = await rows<{ data: object }>(
    api.dataSource,
    `select data from webhook_events where user_id = $1 and type = 'batch.completed'`,
    [by.userId],
  );
  const isStopped = status === 'stopped';
  expect(events.map(({ data }) => data)).toEqual([
    {
      batch_id: id,
      status,
      row_count: 3,
      rows_completed: isStopped ? 1 : 2,
      rows_failed: 1,
      rows_cancelled: isStopped ? 1 : 0,
      credits_used: isStopped ? 3.5 : 7,
      created_at: expect.any(String),
      finished_at: expect.any(String),
    },
  ]);
});
