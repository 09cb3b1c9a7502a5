import { PLAN_TERMS } from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { useApp } from '../../../test/support/app.js';
import { foxes, useBatches } from '../../../test/support/images/batches.js';
import { openEngine } from '../../../test/support/images/breaker.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { deliverImage, failImage } from '../../../test/support/images/work.js';
import { row, rows } from '../../platform/database/rows.js';

const SHARE = { pro: PLAN_TERMS.pro.inFlightLimit / 2, enterprise: PLAN_TERMS.enterprise.inFlightLimit / 2 };

const api = useApp({
  env: { FREE_ALLOWANCE: 'none', WEBUI_URL: 'http://127.0.0.1:9', WEBUI_MODELS: 'sd3.5-large' },
  refusesBacklog: true,
});
const batches = useBatches(api);

// What is open is cancelled, so that neither its place nor its slot meets the next test.
afterEach(async () => {
  await rows(api.dataSource, `delete from engine_health`);
  await batches.endAll();
  await batches.dispatch();
});

const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> => rows<T>(api.dataSource, text, values);
const waits = (statuses: string[]): number => statuses.filter((status) => status === 'waiting').length;

describe('a row that is released', () => {
  test('is a generation of its settings at the free plan’s priority, held and with its deadline from then on', async () => {
    const by = await batches.person({ units: 1_000 });
    const id = await batches.start(by, [{ prompt: 'a fox', style: 'anime', size: '2:3', seed: 7, count: 2 }]);
    await sql(`update batches set created_at = created_at - interval '1 hour' where id = $1`, [id]);
    expect(await batches.dispatch()).toBe(1);
    const [generation] = await sql(
      `select prompt, style, size, seed, count, priority, unit_price, deadline > now() + interval '200 s' as "isFresh"
         from generations where id = $1`,
      [await batches.generationOf(by, id, 1)],
    );
    expect(generation).toEqual({
      prompt: 'a fox',
      style: 'anime',
      size: '2:3',
      seed: 7,
      count: 2,
      priority: PLAN_TERMS.free.queuePriority,
      unit_price: 35,
      isFresh: true,
    });
    expect(await batches.balance(by)).toEqual({ available: 930, reserved: 70 });
  });

  test.each([
    ['the frozen price, when the price rose', 20, 20],
    ['the price of now, when it fell', 90, 35],
  ])('holds %s', async (_, frozen, held) => {
    const by = await batches.person({ units: 100 });
    const id = await batches.start(by, foxes(1));
    await sql(
      `with r as (update batch_rows set unit_price = $2 where batch_id = $1) update batches set total_units = $2 where id = $1`,
      [id, frozen],
    );
    await batches.dispatch();
    expect(await batches.balance(by)).toEqual({ available: 100 - held, reserved: held });
    await deliverImage(api, await batches.generationOf(by, id, 1));
    expect((await batches.show(by, id)).credits_used).toBe(held / 10);
  });

  test('is the first that waits, and the next follows when its generation ends', async () => {
    const by = await batches.person({ plan: 'pro' });
    const id = await batches.start(by, foxes(6));
    await batches.dispatch();
    expect(await batches.statuses(by, id)).toEqual([
      ...Array.from({ length: SHARE.pro }, () => 'pending'),
      'waiting',
      'waiting',
    ]);
    await failImage(api, await batches.generationOf(by, id, 2), 'ENGINE_FAILED');
    await batches.dispatch();
    expect(await batches.statuses(by, id)).toEqual(['pending', 'failed', 'pending', 'pending', 'pending', 'waiting']);
  });
});

describe('rows fill', () => {
  test('half of what their person may have in flight', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(20));
    expect(await batches.dispatch()).toBe(SHARE.enterprise);
    expect(await batches.dispatch()).toBe(0);
    expect(waits(await batches.statuses(by, id))).toBe(20 - SHARE.enterprise);
  });

  test('only what single requests leave of it', async () => {
    const by = await batches.person({ plan: 'pro' });
    for (let n = 0; n < PLAN_TERMS.pro.inFlightLimit - 1; n += 1) {
      const { status } = await api.post('/images/generate', { token: by.token, body: { prompt: 'one' } });
      expect(status).toBe(202);
    }
    await batches.start(by, foxes(5));
    expect(await batches.dispatch()).toBe(1);
  });

  test('half of it with those of a stopped batch that go on', async () => {
    const by = await batches.person({ plan: 'pro' });
    const first = await batches.start(by, foxes(3));
    await batches.dispatch();
    await sql(
      `update generations set status = 'processing', attempt = 1, lease_until = now() + interval '60 s'
        where id in (select generation_id from batch_rows where batch_id = $1)`,
      [first],
    );
    await batches.call(by, first, 'stop');
    await batches.start(by, foxes(5));
    expect(await batches.dispatch()).toBe(SHARE.pro - 3);
    await sql(`update generations set status = 'pending', attempt = 0, lease_until = null where status = 'processing'`);
  });

  test('only free slots of their engine', async () => {
    const by = await batches.person();
    await batches.start(by, foxes(8));
    await batches.freeSlots(0);
    expect(await batches.dispatch()).toBe(0);
    await batches.freeSlots(3);
    expect(await batches.dispatch()).toBe(3);
    expect(await batches.dispatch()).toBe(0);
  });

  test('no engine without a living worker, and hold nothing meanwhile', async () => {
    const by = await batches.person({ units: 100 });
    await batches.start(by, foxes(1, { model: 'sd3.5-large' }));
    expect(await batches.dispatch()).toBe(0);
    await sql(`update worker_slots set until = now() - interval '1 s'`);
    const other = await batches.person();
    await batches.start(other, foxes(1));
    expect(await batches.dispatch()).toBe(0);
    expect(await batches.balance(by)).toEqual({ available: 100, reserved: 0 });
  });

  test('the slots one of each person in turn, the longest wait first', async () => {
    const people = [await batches.person(), await batches.person(), await batches.person()];
    const ids: string[] = [];
    for (const by of people) ids.push(await batches.start(by, foxes(8)));
    const released = async (): Promise<number[]> =>
      Promise.all(ids.map(async (id, n) => 8 - waits(await batches.statuses(people[n]!, id))));
    await batches.freeSlots(4);
    await batches.dispatch();
    expect(await released()).toEqual([2, 1, 1]);
    await batches.freeSlots(1);
    await batches.dispatch();
    expect(await released()).toEqual([2, 2, 1]);
    await batches.freeSlots(3);
    await batches.dispatch();
    expect(await released()).toEqual([3, 3, 2]);
  });
});

describe('rows wait, and hold nothing,', () => {
  test('while their engine is out of order', async () => {
    const by = await batches.person({ units: 100 });
    const id = await batches.start(by, foxes(2));
    await openEngine(api.dataSource);
    expect(await batches.dispatch()).toBe(0);
    expect(await batches.show(by, id)).toMatchObject({ status: 'running', credits_held: 0 });
    await sql(`delete from engine_health`);
    expect(await batches.dispatch()).toBe(2);
  });

  test('while too much stands in the queue', async () => {
    const other = await batches.person();
    await api.post('/images/generate', { token: other.token, body: { prompt: 'one' } });
    await sql(`update generations set created_at = created_at - interval '70 s' where user_id = $1`, [other.userId]);
    const by = await batches.person({ units: 100 });
    const id = await batches.start(by, foxes(2));
    expect(await batches.dispatch()).toBe(0);
    expect(await batches.show(by, id)).toMatchObject({ status: 'running', credits_held: 0 });
    await sql(`update generations set created_at = now() where user_id = $1`, [other.userId]);
    expect(await batches.dispatch()).toBe(2);
  });
});

test('a process that stops, or whose turn is over, releases nothing more', async () => {
  const by = await batches.person();
  const id = await batches.start(by, foxes(2));
  expect(await batches.dispatch(AbortSignal.abort())).toBe(0);
  expect(await batches.statuses(by, id)).toEqual(['waiting', 'waiting']);
  expect(await batches.dispatch()).toBe(2);
});

describe('a batch is paused', () => {
  test('when credits are missing, until it is resumed with enough of them', async () => {
    const by = await batches.person({ units: 80 });
    const id = await batches.start(by, foxes(4));
    expect(await batches.dispatch()).toBe(2);
    expect(await batches.show(by, id)).toMatchObject({ status: 'paused', pause_reason: 'insufficient_credits' });
    expect((await batches.call(by, id, 'resume')).body.code).toBe('INSUFFICIENT_CREDITS');
    await giveUnits(api.dataSource, by.userId, 100);
    expect(await batches.dispatch()).toBe(0);
    expect((await batches.call(by, id, 'resume')).status).toBe(200);
    expect(await batches.dispatch()).toBe(2);
  });

  test('when the plan is lost, until it is there again', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(2));
    const setPlan = (plan: string) => sql(`update users set plan = $2 where id = $1`, [by.userId, plan]);
    await setPlan('free');
    expect(await batches.dispatch()).toBe(0);
    expect(await batches.show(by, id)).toMatchObject({ status: 'paused', pause_reason: 'plan' });
    expect((await batches.call(by, id, 'resume')).body.code).toBe('PLAN_LIMIT');
    await setPlan('pro');
    expect((await batches.call(by, id, 'resume')).status).toBe(200);
    expect(await batches.dispatch()).toBe(2);
  });

  test('when the plan no longer makes so many images a row', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(2, { count: PLAN_TERMS.enterprise.imagesPerGeneration }));
    await sql(`update users set plan = 'pro' where id = $1`, [by.userId]);
    expect(await batches.dispatch()).toBe(0);
    expect(await batches.show(by, id)).toMatchObject({ status: 'paused', pause_reason: 'plan' });
    expect((await batches.call(by, id, 'resume')).body.code).toBe('PLAN_LIMIT');
  });
});

test('a row whose model was withdrawn fails without a charge, and the next goes on', async () => {
  const by = await batches.person({ units: 100 });
  const id = await batches.start(by, foxes(3));
  await sql(`update batch_rows set model = 'dall-e-3' where batch_id = $1 and number <> 2`, [id]);
  expect(await batches.dispatch()).toBe(1);
  const { rows: shown } = await batches.show(by, id);
  expect(shown.map(({ status, error_code: code }) => [status, code])).toEqual([
    ['failed', 'MODEL_NOT_SUPPORTED'],
    ['pending', null],
    ['failed', 'MODEL_NOT_SUPPORTED'],
  ]);
  expect(await batches.balance(by)).toEqual({ available: 65, reserved: 35 });
  await failImage(api, await batches.generationOf(by, id, 2), 'ENGINE_FAILED');
  await batches.dispatch();
  expect((await batches.show(by, id)).status).toBe('completed');
});

test('after seven days what waits ends, what is pending is cancelled', async () => {
  const by = await batches.person({ units: 1_000 });
  const [id, paused] = [await batches.start(by, foxes(20)), await batches.person()];
  const other = await batches.start(paused, foxes(2));
  await batches.call(paused, other, 'pause');
  await batches.dispatch();
  await sql(`update batches set expires_at = now() where id in ($1, $2)`, [id, other]);
  await batches.dispatch();
  expect(await batches.show(by, id)).toMatchObject({ status: 'stopped', rows_by_status: { cancelled: 20 } });
  expect(await batches.show(paused, other)).toMatchObject({ status: 'stopped', rows_by_status: { cancelled: 2 } });
  expect(await batches.balance(by)).toEqual({ available: 1_000, reserved: 0 });
});

test('a generation that its person cancels ends its row alone', async () => {
  const by = await batches.person();
  const id = await batches.start(by, foxes(2));
  await batches.dispatch();
  await api.post(`/images/generations/${await batches.generationOf(by, id, 1)}/cancel`, { token: by.token });
  await batches.dispatch();
  expect(await batches.statuses(by, id)).toEqual(['cancelled', 'pending']);
});

test('what a stop left pending when its process died is cancelled by the next look', async () => {
  const by = await batches.person({ units: 100 });
  const id = await batches.start(by, foxes(2));
  await batches.dispatch();
  // What the stop commits before it cancels.
  await sql(`update batches set status = 'stopped', finished_at = now() where id = $1`, [id]);
  await batches.dispatch();
  expect(await batches.statuses(by, id)).toEqual(['cancelled', 'cancelled']);
  expect(await batches.balance(by)).toEqual({ available: 100, reserved: 0 });
});

test('trouble with one person’s row keeps nobody else from a turn', async () => {
  const [troubled, other] = [await batches.person(), await batches.person()];
  const first = await batches.start(troubled, foxes(2));
  const second = await batches.start(other, foxes(2));
  await sql(`update batch_rows set prompt = '' where batch_id = $1`, [first]);
  expect(await batches.dispatch()).toBe(2);
  expect(await batches.statuses(other, second)).toEqual(['pending', 'pending']);
  expect(await row(api.dataSource, `select status from batches where id = $1`, [first])).toEqual({ status: 'running' });
});
