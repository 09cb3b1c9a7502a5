import {
  CHEAPEST_UNITS,
  GENERATION_DEADLINE_SECONDS,
  imageCalls,
  MODEL_UNITS,
  PLAN_TERMS,
  PLANS,
  SEED_MAX,
  SELECTABLE_MODELS,
  SIZE_PIXELS,
  SIZES,
  successSchema,
  toCredits,
  type Answer,
  type Body,
} from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { connect } from 'node:net';
import { useApp, type Answered, type SignedIn, type TestUser } from '../../../../../test/support/app.js';
import { giveUnits, moveExpiry } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { untilBlocked } from '../../../../../test/support/database/database-locks.js';
import { WHOLE } from '../../../../../test/support/timing/drawn.js';
import { until } from '../../../../../test/support/timing/until.js';
import { beginWork, deliverImage } from '../../../../../test/support/images/work.js';
import { repeatUnavailable } from '../../../../../test/support/http/repeat-unavailable.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../../platform/events/user-events.js';
import { CreditLedger } from '../../../quota/index.js';
import { PRODUCER_QUEUE, type GenerationJob } from '../queue/generation-queue-ends.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000', IN_FLIGHT_ENTERPRISE: '1000' } });
afterEach(() => expectInvariants(app.dataSource));

type Generation = Answer<'images.generate'>;
type Asked = Body<'images.generate'>;
const answerSchema = successSchema(imageCalls.generate.schemas.answer);

async function person(units: number, user: TestUser = {}): Promise<SignedIn> {
  const signedIn = await app.signIn(user);
  await giveUnits(app.dataSource, signedIn.userId, units);
  return signedIn;
}
const generate = (user: SignedIn, body: Asked, key?: string): Promise<Answered<Generation>> =>
  app.post('/images/generate', {
    token: user.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

async function accepted(user: SignedIn, body: Asked, key?: string): Promise<Generation> {
  const answer = await generate(user, body, key);
  expect(answer.status).toBe(202);
  return answerSchema.parse(answer.body).data;
}

const events = (): UserEvents => app.app.get<UserEvents>(USER_EVENTS, { strict: false });
const balance = (user: SignedIn) => app.app.get(CreditLedger, { strict: false }).balance(app.dataSource, user.userId);
const numbersOf = async (table: 'generations' | 'images', user: SignedIn): Promise<number[]> =>
  (
    await rows<{ seq: number }>(app.dataSource, `select seq from ${table} where user_id = $1 order by seq`, [
      user.userId,
    ])
  ).map(({ seq }) => seq);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

describe('an accepted request', () => {
  test('is answered as it stands: waiting, with its price held and the time by which it ends', async () => {
    const user = await person(35);
    const made = await accepted(user, { prompt: "  a <b>cat</b> ${x} {{y}} '; drop table users --\u0000\u202e " });
    expect(made).toMatchObject({
      prompt: `a <b>cat</b> \${x} {{y}} '; drop table users --`,
      negative_prompt: null,
      model: 'sd3.5-medium',
      style: 'enhance',
      size: '1:1',
      quality: 'standard',
      output_format: 'png',
      count: 1,
      status: 'pending',
      error_code: null,
      error_message: null,
      credits_used: 0,
      credits_held: 3.5,
      credits_returned: 0,
      unit_price: 3.5,
      engine: null,
      finished_at: null,
      queue: { position: 1 },
    });
    expect(made.generated_images).toMatchObject([{ id: made.id, url: null, status: 'pending', frame_number: 1 }]);
    expect(Date.parse(made.deadline) - Date.parse(made.created_at)).toBe(GENERATION_DEADLINE_SECONDS * 1000);
    expect(await balance(user)).toEqual({ availableUnits: 0, reservedUnits: 35 });
  });

  test('has no place in the queue any more once a worker has begun', async () => {
    const user = await person(70);
    await accepted(user, { prompt: 'a cat' });
    const { id } = await accepted(user, { prompt: 'a cat' });
    const shown = async () =>
      answerSchema.parse((await app.get(`/images/generations/${id}`, { token: user.token })).body).data.queue;
    expect((await shown())?.position).toBeGreaterThan(1);
    await beginWork(app, id);
    expect((await shown())?.position).toBe(0);
  });

  test.each(SELECTABLE_MODELS)('costs what the price list says for %s, without a quality', async (model) => {
    const user = await person(MODEL_UNITS[model]);
    const made = await accepted(user, { prompt: 'a cat', model, quality: 'hd' });
    expect(made).toMatchObject({ quality: 'standard', unit_price: toCredits(MODEL_UNITS[model]) });
    expect(await balance(user)).toEqual({ availableUnits: 0, reservedUnits: MODEL_UNITS[model] });
  });

  test.each(SIZES)('in %s will have the pixels of that size', async (size) => {
    const user = await person(35);
    const made = await accepted(user, { prompt: 'a cat', size });
    expect(made.generated_images).toMatchObject([SIZE_PIXELS[size]]);
  });

  test.each(PLANS)(
    'of the %s plan stands in line by its plan, with as many images as the plan allows',
    async (plan) => {
      const count = PLAN_TERMS[plan].imagesPerGeneration;
      const user = await person(35 * count, { plan });
      const made = await accepted(user, { prompt: 'a cat', count });
      expect(made.generated_images).toHaveLength(count);
      expect(made.generated_images[0]?.id).toBe(made.id);
      expect(made.credits_held).toBe(3.5 * count);
      const stored = await row(app.dataSource, `select priority from generations where id = $1`, [made.id]);
      expect(stored).toEqual({ priority: PLAN_TERMS[plan].queuePriority });
    },
  );

  test('gives its images seeds one after the other, random ones when none is asked for', async () => {
    const user = await person(1000, { plan: 'pro' });
    const seeds = async (body: Asked): Promise<number[]> =>
      (await accepted(user, body)).generated_images.map(({ seed }) => seed);
    expect(await seeds({ prompt: 'a cat', seed: SEED_MAX - 1, count: 4 })).toEqual([SEED_MAX - 1, SEED_MAX, 0, 1]);
    expect(await seeds({ prompt: 'a cat', seed: 0 })).toEqual([0]);
    const [one, other] = [await seeds({ prompt: 'a cat', count: 2 }), await seeds({ prompt: 'a cat', seed: null })];
    expect(one[1]).toBe(((one[0] ?? -1) + 1) % (SEED_MAX + 1));
    expect(other[0]).not.toBe(one[0]);
  });

  test('keeps a negative prompt, and prompts of exactly the longest length in any script', async () => {
    const user = await person(1000);
    const texts = { prompt: '𠮷'.repeat(500), negative_prompt: '一'.repeat(200) };
    expect(await accepted(user, texts)).toMatchObject(texts);
  });

  test('is enqueued and told to the event streams; a refused or a repeated one is neither', async () => {
    const user = await person(35);
    const heard: UserEvent[] = [];
    const stop = events().subscribe(user.userId, (event) => heard.push(event));
    const queue = app.app.get<Queue<GenerationJob>>(getQueueToken(PRODUCER_QUEUE), { strict: false });
    const made = await accepted(user, { prompt: 'a cat' }, 'ring');
    await until(() => heard.length === 2);
    const rings = await queue.count();
    await accepted(user, { prompt: 'a cat' }, 'ring');
    expect((await generate(user, { prompt: 'a cat' })).status).toBe(402);
    // Messages keep their order, so whatever came before this one is here.
    events().publish(user.userId, { name: 'account_removed', data: {} });
    await until(() => heard.some(({ name }) => name === 'account_removed'));
    expect(heard.slice(0, -1)).toEqual([
      { name: 'generation_changed', data: { generation_id: made.id } },
      { name: 'quota', data: {} },
    ]);
    expect(await queue.getJob(`gen:${made.id}:0`)).toMatchObject({
      data: { generationId: made.id },
      opts: { priority: PLAN_TERMS.free.queuePriority },
    });
    expect(await queue.count()).toBe(rings);
    stop();
  });

  test('goes on when the person hangs up before the answer, and costs once', async () => {
    const user = await person(35);
    const body = JSON.stringify({ prompt: 'a cat' });
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    await app.dataSource.transaction(async (tx) => {
      await tx.query('select 1 from credit_accounts where user_id = $1 for update', [user.userId]);
      socket.write(
        `POST /api/images/generate HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      await untilBlocked(tx);
      socket.destroy();
    });
    await until(async () => (await numbersOf('generations', user)).length === 1);
    expect(await balance(user)).toEqual({ availableUnits: 0, reservedUnits: 35 });
  });
});

describe('many requests at once', () => {
  test('with credits for two of twenty, exactly two are accepted', async () => {
    const user = await person(2 * CHEAPEST_UNITS + CHEAPEST_UNITS - 1);
    const answers = await Promise.all(upTo(20).map(() => generate(user, { prompt: 'a cat', model: 'sd3.5-flash' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(2);
    expect(statuses.filter((status) => status === 402 || status === 429)).toHaveLength(18);
    expect(await balance(user)).toEqual({ availableUnits: CHEAPEST_UNITS - 1, reservedUnits: 2 * CHEAPEST_UNITS });
  });

  test('with room for four of twenty, exactly four are accepted however many credits there are', async () => {
    const user = await person(10_000);
    const answers = await Promise.all(upTo(20).map(() => generate(user, { prompt: 'a cat' })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(PLAN_TERMS.free.inFlightLimit);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_IN_FLIGHT')).toHaveLength(16);
    expect((await balance(user)).reservedUnits).toBe(4 * 35);
  });

  test('running numbers have no gaps, also when some are refused in between', async () => {
    const user = await person(30 * 35, { plan: 'pro' });
    const answers = await Promise.all(upTo(30).map((n) => generate(user, { prompt: `${n}`, count: 1 + (n % 3) })));
    const generations = answers.filter(({ status }) => status === 202).map(({ body }) => body.data);
    expect(generations.length).toBeGreaterThan(9);
    expect(generations.length).toBeLessThan(30);
    const images = generations.flatMap((made) => made.generated_images.map((image) => image.frame_number));
    expect(await numbersOf('generations', user)).toEqual(upTo(generations.length));
    expect(images.toSorted((a, b) => a - b)).toEqual(upTo(30));
    expect(await numbersOf('images', user)).toEqual(upTo(30));
    for (const { generated_images: made } of generations) {
      expect(made.map((image) => image.frame_number - (made[0]?.frame_number ?? 0))).toEqual(
        upTo(made.length).map((n) => n - 1),
      );
    }
    const counters = await row(
      app.dataSource,
      `select generation_count, next_generation_seq, image_count, next_image_seq from gallery_counters where user_id = $1`,
      [user.userId],
    );
    expect(counters).toEqual({
      generation_count: generations.length,
      next_generation_seq: generations.length + 1,
      image_count: 30,
      next_image_seq: 31,
    });
  });
});

describe('the same request again under its key', () => {
  test('many times at once is one generation, one hold and as many equal answers', async () => {
    const user = await person(10_000);
    const answers = await Promise.all(
      upTo(WHOLE ? 200 : 60).map(() => repeatUnavailable(() => generate(user, { prompt: 'a cat' }, 'once'))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const asked = answers.map(({ body }) => {
      const { queue, ...rest } = answerSchema.parse(body).data;
      expect(queue).toMatchObject({ position: expect.any(Number) });
      return JSON.stringify(rest);
    });
    expect(new Set(asked).size).toBe(1);
    expect(await numbersOf('generations', user)).toEqual([1]);
    expect(await balance(user)).toEqual({ availableUnits: 10_000 - 35, reservedUnits: 35 });
  });

  test('costs nothing with no credits left, no room left and no plan left, and tells the later state', async () => {
    const user = await person(70, { plan: 'pro' });
    const body: Asked = { prompt: ' a cat ', count: 2, seed: 7 };
    const first = await accepted(user, body, 'lost');
    await app.dataSource.query(`update users set plan = 'free' where id = $1`, [user.userId]);
    expect(await accepted(user, { ...body, prompt: 'a cat', style: 'enhance' }, 'lost')).toMatchObject({
      id: first.id,
    });
    for (const { id } of first.generated_images) await deliverImage(app, id);
    expect(await accepted(user, body, 'lost')).toMatchObject({ id: first.id, status: 'completed', credits_used: 7 });
    expect(await balance(user)).toEqual({ availableUnits: 0, reservedUnits: 0 });
  });

  test('by somebody else is another request', async () => {
    const [one, other] = [await person(35), await person(35)];
    const ids = [await accepted(one, { prompt: 'a cat' }, 'mine'), await accepted(other, { prompt: 'a cat' }, 'mine')];
    expect(ids[0]?.id).not.toBe(ids[1]?.id);
  });

  test('without a key is another request', async () => {
    const user = await person(70);
    expect((await accepted(user, { prompt: 'a cat' })).id).not.toBe((await accepted(user, { prompt: 'a cat' })).id);
  });
});

describe('credits that expired', () => {
  test('but were not swept yet pay for nothing: living ones do', async () => {
    const user = await app.signIn();
    const stale = await giveUnits(app.dataSource, user.userId, 100);
    await giveUnits(app.dataSource, user.userId, 35);
    await moveExpiry(app.dataSource, stale, -60);
    await accepted(user, { prompt: 'a cat' });
    expect((await generate(user, { prompt: 'a cat' })).body.code).toBe('INSUFFICIENT_CREDITS');
    expect(await balance(user)).toEqual({ availableUnits: 0, reservedUnits: 35 });
  });
});
