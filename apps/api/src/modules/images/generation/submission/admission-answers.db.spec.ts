import { failureSchema, PLAN_TERMS, type Answer, type EngineId, type SelectableModel } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { openEngine } from '../../../../../test/support/images/breaker.js';
import { createUser, giveUnits } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { submit } from '../../../../../test/support/images/painting.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { rows } from '../../../../platform/database/rows.js';
import { EngineHealth } from '../../engines/engine-health.js';
import { Admission } from './admission.js';

const STUDIO = 'sd3.5-medium';
const WEBUI = 'sd3.5-large';
const app = useApp({
  refusesBacklog: true,
  env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_FREE: '1000', WEBUI_URL: 'http://127.0.0.1:9', WEBUI_MODELS: WEBUI },
});
let person: SignedIn;

const sql = (text: string, params: unknown[] = []): Promise<unknown> => rows(app.dataSource, text, params);
beforeEach(async () => {
  person = await app.signIn();
  await giveUnits(app.dataSource, person.userId, 10_000);
});
afterEach(async () => {
  await sql(`delete from engine_health`);
  // What one test leaves waiting refuses nothing in the next.
  await sql(`update generations set deadline = now() where finished_at is null`);
  await expectInvariants(app.dataSource);
});

const generate = (model: SelectableModel, key?: string): Promise<Answered<Answer<'images.generate'>>> =>
  app.post('/images/generate', {
    token: person.token,
    body: { prompt: 'a cat', model },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** Code and seconds of a refusal that changes no row. */
async function refused(model: SelectableModel): Promise<[string, number]> {
  const { status, body, headers } = await expectUnchanged(app.dataSource, () => generate(model));
  expect(status).toBe(503);
  return [failureSchema.parse(body).code, Number(headers.get('retry-after'))];
}

async function offers(): Promise<Record<string, [string, number | null]>> {
  const { status, body } = await app.get<Answer<'images.models'>>('/images/models');
  expect(status).toBe(200);
  return Object.fromEntries(body.data.map((offer) => [offer.id, [offer.status, offer.retry_after]]));
}

describe('an engine that is left alone', () => {
  test('takes no requests: they are refused before anything is charged, with the time to ask again', async () => {
    await openEngine(app.dataSource);
    const [code, seconds] = await refused(STUDIO);
    expect(code).toBe('ENGINE_UNAVAILABLE');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
  });

  test('is shown with its models, and is no hindrance for those of others', async () => {
    await openEngine(app.dataSource);
    const shown = await offers();
    expect(shown[STUDIO]).toEqual(['unavailable', expect.any(Number)]);
    expect(shown[STUDIO]?.[1]).toBeLessThanOrEqual(30);
    expect(shown[WEBUI]).toEqual(['available', null]);
    expect((await generate(WEBUI)).status).toBe(202);
  });

  test('answers for what was accepted before under the same key', async () => {
    const first = await generate(STUDIO, 'again');
    expect(first.status).toBe(202);
    await openEngine(app.dataSource);
    const again = await expectUnchanged(app.dataSource, () => generate(STUDIO, 'again'));
    expect([again.status, again.body.data.id]).toEqual([202, first.body.data.id]);
  });

  test('is asked again once its time is over, but by no crowd while somebody finds out', async () => {
    await openEngine(app.dataSource);
    await sql(`update engine_health set open_until = now() - interval '1 s'`);
    expect((await offers())[STUDIO]).toEqual(['available', null]);
    expect((await generate(STUDIO)).status).toBe(202);
    await sql(`update engine_health set probe_owner = 'x', probe_until = now() + interval '30 s'`);
    expect(await refused(STUDIO)).toEqual(['ENGINE_UNAVAILABLE', 5]);
    expect((await offers())[STUDIO]).toEqual(['unavailable', 5]);
  });

  test('is not the reason that is given to a user without credits', async () => {
    await openEngine(app.dataSource);
    person = await app.signIn();
    const answer = await generate(STUDIO);
    expect([answer.status, answer.body.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  });
});

test('answers BACKLOG_FULL for the engine whose queue is too long, and for no other', async () => {
  for (let i = 0; i < 3; i += 1) await submit(app.dataSource, { model: WEBUI, engine: 'webui' });
  await sql(
    `update generations set created_at = created_at - interval '70 s', deadline = deadline - interval '70 s'
      where engine = 'webui' and status = 'pending'`,
  );
  expect(await refused(WEBUI)).toEqual(['BACKLOG_FULL', 30]);
  expect((await generate(STUDIO)).status).toBe(202);
});

test('answers BACKLOG_FULL to nobody whose request is served before all that waits', async () => {
  await submit(app.dataSource, { model: WEBUI, engine: 'webui' });
  await sql(
    `update generations set created_at = created_at - interval '70 s', priority = $1
      where engine = 'webui' and status = 'pending'`,
    [PLAN_TERMS.free.queuePriority],
  );
  expect(await refused(WEBUI)).toEqual(['BACKLOG_FULL', 30]);
  person = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, person.userId, 10_000);
  expect((await generate(WEBUI)).status).toBe(202);
});

test('answers BACKLOG_FULL where a hundred images wait, and still for what was accepted before', async () => {
  const known = await generate(STUDIO, 'before');
  for (let i = 0; i < 13; i += 1) await submit(app.dataSource, { count: 8 });
  const [code, seconds] = await refused(STUDIO);
  expect(code).toBe('BACKLOG_FULL');
  expect(seconds).toBeGreaterThan(0);
  const again = await generate(STUDIO, 'before');
  expect([again.status, again.body.data.id]).toEqual([202, known.body.data.id]);
});

describe('the rule', () => {
  const db = useDatabase();
  afterEach(async () => {
    await rows(
      db.dataSource,
      `update generations set status = 'completed', finished_at = now() - interval '1 h' where true`,
    );
  });

  const admission = new Admission(new EngineHealth(db.dataSource), db.dataSource);
  const FREE = PLAN_TERMS.free.queuePriority;
  const isFull = async (engine: EngineId = 'studio', priority = FREE): Promise<boolean> =>
    (await admission.check(engine, priority)) !== null;

  /** Lets so many images of an engine wait since `seconds`, or be delivered then. */
  async function images(
    state: 'waiting' | 'delivered',
    {
      count,
      seconds,
      engine = 'studio',
      priority = FREE,
    }: { count: number; seconds: number; engine?: EngineId; priority?: number },
  ): Promise<void> {
    const userId = await createUser(db.dataSource);
    for (let left = count; left > 0; left -= 8) {
      const { id } = await submit(db.dataSource, { userId, engine, priority, count: Math.min(8, left) });
      await rows(
        db.dataSource,
        state === 'waiting'
          ? `update generations set created_at = now() - $2 * interval '1 s' where id = $1`
          : `update generations set status = 'completed', finished_at = now() - $2 * interval '1 s' where id = $1`,
        [id, seconds],
      );
    }
  }

  describe('the line of an engine is too long', () => {
    test('when what was delivered in the last minute would take more than two minutes for it', async () => {
      await images('delivered', { count: 10, seconds: 30 });
      await images('delivered', { count: 90, seconds: 61 });
      await images('waiting', { count: 20, seconds: 61 });
      expect(await isFull()).toBe(false);
      await images('waiting', { count: 1, seconds: 1 });
      expect(await isFull()).toBe(true);
    });

    test('but not where a slow generation that still runs has delivered images', async () => {
      const { id } = await submit(db.dataSource, { userId: await createUser(db.dataSource), count: 4 });
      await images('waiting', { count: 3, seconds: 61 });
      expect(await isFull()).toBe(true);
      await rows(
        db.dataSource,
        `update generations set status = 'processing', started_at = now(), lease_until = now() + interval '30 s'
          where id = $1`,
        [id],
      );
      await rows(
        db.dataSource,
        `update images
            set status = 'completed', finished_at = now() - interval '30 s', object_key = id::text, format = 'png',
                bytes = 1, sha256 = '\\x00'
          where generation_id = $1 and idx < 2`,
        [id],
      );
      expect(await isFull()).toBe(false);
    });

    test('when somebody waited for a minute and nothing was delivered', async () => {
      await images('waiting', { count: 1, seconds: 40 });
      expect(await isFull()).toBe(false);
      await images('waiting', { count: 1, seconds: 61 });
      expect(await isFull()).toBe(true);
    });

    test('in the first minute of a rush only from a hundred images on', async () => {
      await images('waiting', { count: 99, seconds: 5 });
      expect(await isFull()).toBe(false);
      await images('waiting', { count: 1, seconds: 0 });
      expect(await isFull()).toBe(true);
    });

    test('never because of another engine, nor thanks to it', async () => {
      await images('waiting', { count: 3, seconds: 61, engine: 'webui' });
      await images('delivered', { count: 80, seconds: 1, engine: 'stability' });
      expect([await isFull('studio'), await isFull('webui'), await isFull('stability')]).toEqual([false, true, false]);
    });

    test('for a request only because of what is served before it', async () => {
      const { pro, enterprise } = PLAN_TERMS;
      await images('delivered', { count: 10, seconds: 30 });
      await images('waiting', { count: 21, seconds: 61 });
      expect([await isFull('studio', FREE), await isFull('studio', pro.queuePriority)]).toEqual([true, false]);
      await images('waiting', { count: 21, seconds: 1, priority: pro.queuePriority });
      expect([await isFull('studio', pro.queuePriority), await isFull('studio', enterprise.queuePriority)]).toEqual([
        true,
        false,
      ]);
    });

    test('never because of what is out of time', async () => {
      await images('waiting', { count: 3, seconds: 61 });
      await rows(db.dataSource, `update generations set deadline = now() where status = 'pending'`);
      expect(await isFull()).toBe(false);
    });

    test('trusts an engine that many workers keep busy with more before it has shown what it can do', async () => {
      await images('waiting', { count: 160, seconds: 1 });
      expect(await isFull()).toBe(true);
      await images('waiting', { count: 40, seconds: 40 });
      await rows(
        db.dataSource,
        `update generations set status = 'processing', started_at = now(), lease_until = now() + interval '30 s'
          where status = 'pending' and created_at < now() - interval '35 s'`,
      );
      expect(await isFull()).toBe(false);
    });
  });

  test.each([
    [30_000, 30],
    [1_001, 2],
    [400, 1],
    [0, 1],
  ])('an engine that refuses for %d ms more is to be asked again in %d s', async (ms, seconds) => {
    const refusing = { refusals: () => Promise.resolve(new Map([['studio', ms]])) } as unknown as EngineHealth;
    const check = (engine: EngineId) => new Admission(refusing, db.dataSource).check(engine, FREE);
    expect(await check('studio')).toMatchObject({ code: 'ENGINE_UNAVAILABLE', retryAfter: seconds });
    expect(await check('webui')).toBeNull();
  });
});
