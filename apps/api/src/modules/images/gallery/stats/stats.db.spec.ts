import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { imageCalls, userCalls, type Answer, type Body } from '@app/contracts';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { putImages } from '../../../../../test/support/images/many-images.js';
import { rowsRead } from '../../../../../test/support/database/rows-read.js';
import { beginWork, deliverImage, failImage } from '../../../../../test/support/images/work.js';
import { inParallel } from '../../../../../test/support/timing/in-parallel.js';
import { untilDayIsLong } from '../../../../../test/support/timing/one-day.js';
import { rows } from '../../../../platform/database/rows.js';
import { readImageStats, readUserStats } from './stats-rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

/** What is counted as it happens is what counting all of it finds. */
const TALLIED = `
  select i.user_id, g.model, g.style, tally_state(i.status) as state, count(*) as n
    from images i join generations g on g.id = i.generation_id where i.deleted_at is null group by 1, 2, 3, 4`;
const CHARGED = `
  select user_id, (created_at at time zone 'UTC')::date as day, count(*) as n, -sum(d_reserved) as units
    from ledger_entries where kind = 'settle' group by 1, 2`;
const expectCounted = async (): Promise<void> => {
  const differences = (one: string, other: string) => `(${one} except ${other}) union all (${other} except ${one})`;
  const tallies = `select user_id, model, style, state, pictures as n from picture_tallies where pictures <> 0`;
  const days = `select user_id, day, pictures::bigint as n, units::numeric from spending_days`;
  expect(await rows(app.dataSource, differences(tallies, TALLIED))).toEqual([]);
  expect(await rows(app.dataSource, differences(days, CHARGED))).toEqual([]);
};

beforeEach(untilDayIsLong);
afterEach(async () => {
  await expectCounted();
  await expectInvariants(app.dataSource);
});

async function newPerson(): Promise<SignedIn> {
  const person = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, person.userId, 10_000);
  return person;
}
async function generate(who: SignedIn, body: Partial<Body<'images.generate'>> = {}): Promise<string> {
  const sent = { token: who.token, body: { prompt: 'a fox', ...body } };
  return (await app.post<Answer<'images.generate'>>('/images/generate', sent)).body.data.id;
}
const idsOf = async (generation: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(app.dataSource, `select id from images where generation_id = $1 order by idx`, [
      generation,
    ])
  ).map(({ id }) => id);
const imageStats = async ({ token }: SignedIn): Promise<Answer<'images.stats'>> => {
  const { status, body } = await app.get('/images/stats', { token });
  expect(status).toBe(200);
  return imageCalls.stats.schemas.answer.parse(body.data);
};
const userStats = async ({ token }: SignedIn): Promise<Answer<'users.stats'>> => {
  const { status, body } = await app.get('/users/stats', { token });
  expect(status).toBe(200);
  return userCalls.stats.schemas.answer.parse(body.data);
};

/** Takes an image off the gallery, or puts it back, as far as tallies can see. */
const hide = (id: string, isHidden: boolean): Promise<unknown> =>
  rows(app.dataSource, `update images set deleted_at = case when $2 then now() end where id = $1`, [id, isHidden]);

describe('of somebody new', () => {
  test('everything is nothing', async () => {
    const person = await newPerson();
    expect(await imageStats(person)).toEqual({
      total: 0,
      completed: 0,
      failed: 0,
      pending: 0,
      favorites: 0,
      by_style: {},
      by_model: {},
    });
    expect(await userStats(person)).toEqual({
      total_generations: 0,
      total_images: 0,
      total_favorites: 0,
      total_credits_used: 0,
      images_this_month: 0,
    });
  });
});

describe('of somebody who makes images', () => {
  test('they follow each step, and are nobody else’s', async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const set = await generate(person, { count: 3, style: 'anime', model: 'sd3.5-large' });
    const single = await generate(person, { style: 'cinematic', model: 'sd3.5-flash' });
    const [first = '', second = ''] = await idsOf(set);
    expect(await imageStats(person)).toMatchObject({
      total: 4,
      pending: 4,
      by_style: { anime: 3, cinematic: 1 },
      by_model: { 'sd3.5-large': 3, 'sd3.5-flash': 1 },
    });
    await beginWork(app, set);
    await deliverImage(app, first);
    await failImage(app, second, 'ENGINE_FAILED');
    await app.post(`/images/generations/${single}/cancel`, { token: person.token });
    await app.post(`/images/${first}/favorite`, { token: person.token });
    expect(await imageStats(person)).toEqual({
      total: 4,
      completed: 1,
      failed: 2,
      pending: 1,
      favorites: 1,
      by_style: { anime: 3, cinematic: 1 },
      by_model: { 'sd3.5-large': 3, 'sd3.5-flash': 1 },
    });
    expect(await userStats(person)).toEqual({
      total_generations: 2,
      total_images: 1,
      total_favorites: 1,
      total_credits_used: 6.5,
      images_this_month: 1,
    });
    expect(await imageStats(stranger)).toMatchObject({ total: 0, by_style: {} });
    expect(await userStats(stranger)).toMatchObject({ total_images: 0, total_credits_used: 0 });
  });

  test('removed images count no more, restored ones again; what was spent stays spent', async () => {
    const person = await newPerson();
    const id = await generate(person, { style: 'anime' });
    await deliverImage(app, id);
    await hide(id, true);
    expect(await imageStats(person)).toMatchObject({ total: 0, completed: 0, by_style: {}, by_model: {} });
    expect(await userStats(person)).toMatchObject({ total_images: 0, total_credits_used: 3.5, images_this_month: 0 });
    await hide(id, false);
    expect(await userStats(person)).toMatchObject({ total_images: 1, total_credits_used: 3.5, images_this_month: 1 });
    expect(await imageStats(person)).toMatchObject({ total: 1, completed: 1, by_style: { anime: 1 } });
  });

  test('a deleted image is no favorite any more, and its generation counts until the last of its images is deleted', async () => {
    const person = await newPerson();
    const { token } = person;
    const pair = await generate(person, { count: 2, style: 'anime' });
    const [first = '', second = ''] = await idsOf(pair);
    for (const id of [first, second, await generate(person)]) await deliverImage(app, id);
    for (const id of [first, second]) await app.post(`/images/${id}/favorite`, { token });
    const counts = async () => {
      const { total, completed, favorites, by_style } = await imageStats(person);
      const { total_generations, total_images, total_favorites } = await userStats(person);
      expect([total, favorites]).toEqual([total_images, total_favorites]);
      return { images: completed, favorites, generations: total_generations, ofStyle: by_style.anime };
    };
    const before = await counts();
    expect(before).toEqual({ images: 3, favorites: 2, generations: 2, ofStyle: 2 });
    expect((await app.request('DELETE', `/images/${first}`, { token })).status).toBe(200);
    expect(await counts()).toEqual({ images: 2, favorites: 1, generations: 2, ofStyle: 1 });
    expect((await app.request('DELETE', `/images/${second}`, { token })).status).toBe(200);
    expect(await counts()).toEqual({ images: 1, favorites: 0, generations: 1 });
    expect((await app.post('/images/restore', { token, body: { image_ids: [first, second] } })).status).toBe(200);
    expect(await counts()).toEqual(before);
  });

  test('removed images of former months take nothing from those of this month', async () => {
    const person = await newPerson();
    const [old, recent] = [await generate(person), await generate(person)];
    for (const id of [old, recent]) await deliverImage(app, id);
    await rows(app.dataSource, `update images set finished_at = now() - interval '40 days' where id = $1`, [old]);
    await hide(old, true);
    expect(await userStats(person)).toMatchObject({ total_images: 1, images_this_month: 2 });
  });

  test('charges of former months are used credits, but no images of this month', async () => {
    const person = await newPerson();
    await deliverImage(app, await generate(person));
    await rows(
      app.dataSource,
      `insert into spending_days (user_id, day, pictures, units)
       select $1, (date_trunc('month', now() at time zone 'UTC') - interval '1 day')::date, 2, 70`,
      [person.userId],
    );
    expect(await userStats(person)).toMatchObject({ total_credits_used: 10.5, images_this_month: 1 });
    await rows(app.dataSource, `delete from spending_days where user_id = $1 and pictures = 2`, [person.userId]);
  });

  test('counts stay right while many things happen to one person at once', async () => {
    const person = await newPerson();
    // A request that waits long for others of its person is refused.
    const ids = await inParallel(
      4,
      Array.from({ length: 24 }, (_, i) => () => generate(person, { style: i % 2 === 0 ? 'anime' : 'origami' })),
    );
    await Promise.all(
      ids.map(async (id, i) => {
        if (i % 3 === 0) await app.post(`/images/generations/${id}/cancel`, { token: person.token });
        else if (i % 3 === 1) await deliverImage(app, id);
        else await failImage(app, id, 'ENGINE_FAILED');
        await hide(id, i % 4 === 0);
      }),
    );
    expect(await imageStats(person)).toMatchObject({ total: 18, completed: 6, failed: 12, pending: 0 });
  });
});

test.each([
  ['images', readImageStats],
  ['users', readUserStats],
])('the statistics of %s read counters only, not images, generations or ledger entries', async (_, readStats) => {
  const user = await newPerson();
  // Postgres would scan a small table instead of its index.
  const putManyImages = async (runner: QueryRunner): Promise<void> => {
    await putImages(
      runner,
      user.userId,
      Array.from({ length: 2_000 }, () => ({ prompt: 'a fox' })),
    );
    await runner.query('analyze images');
  };
  const rowsOf = await rowsRead(app.dataSource, (measured) => readStats(measured, user.userId), putManyImages);
  const read = Object.keys(rowsOf);
  expect(read.filter((table) => !['picture_tallies', 'gallery_counters', 'spending_days'].includes(table))).toEqual([]);
  expect(read.length).toBeGreaterThan(0);
});
