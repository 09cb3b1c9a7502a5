import {
  imageCalls,
  successSchema,
  type Answer,
  type Body,
  type Call,
  type GenerationSort,
  type SortOrder,
} from '@app/contracts';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { beginWork, deliverImage, failImage } from '../../../../../test/support/images/work.js';
import { rows } from '../../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000', IN_FLIGHT_FREE: '1000' } });
afterEach(() => expectInvariants(app.dataSource));

async function person(units = 100_000): Promise<SignedIn> {
  const user = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, user.userId, units);
  return user;
}

/** What the call answers, as its schema reads it. */
async function read<T>(call: Call, path: string, user: SignedIn, language = 'en'): Promise<T> {
  const answer = await app.get(path, { token: user.token, headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
  return successSchema(call.schemas.answer).parse(answer.body).data as T;
}
const showGeneration = (id: string, user: SignedIn, language?: string) =>
  read<Answer<'images.showGeneration'>>(imageCalls.showGeneration, `/images/generations/${id}`, user, language);
const showImage = (id: string, user: SignedIn, language?: string) =>
  read<Answer<'images.show'>>(imageCalls.show, `/images/${id}`, user, language);
const gallery = (user: SignedIn, query = '') => read<Answer<'images.list'>>(imageCalls.list, `/images${query}`, user);
const favorites = (user: SignedIn, query = '') =>
  read<Answer<'images.favorites'>>(imageCalls.favorites, `/images/favorites${query}`, user);
const generations = (user: SignedIn, query = '') =>
  read<Answer<'images.listGenerations'>>(imageCalls.listGenerations, `/images/generations${query}`, user);

async function generate(user: SignedIn, body: Body<'images.generate'>): Promise<Answer<'images.generate'>> {
  const answer = await app.post<Answer<'images.generate'>>('/images/generate', { token: user.token, body });
  expect(answer.status).toBe(202);
  return answer.body.data;
}

describe('a generation', () => {
  test('in all its states says what was spent, held and returned', async () => {
    const user = await person();
    const { id, generated_images: images } = await generate(user, { prompt: 'a cat', count: 3, seed: 5 });
    await beginWork(app, id);
    expect(await showGeneration(id, user)).toMatchObject({
      status: 'processing',
      engine: 'studio',
      queue: { position: 0 },
      credits_held: 10.5,
    });
    await deliverImage(app, images[0]?.id ?? '');
    await failImage(app, images[1]?.id ?? '', 'ENGINE_TIMEOUT');
    expect(await showGeneration(id, user)).toMatchObject({
      status: 'processing',
      credits_used: 3.5,
      credits_held: 3.5,
      credits_returned: 3.5,
    });
    await deliverImage(app, images[2]?.id ?? '');
    const done = await showGeneration(id, user);
    expect(done).toMatchObject({
      status: 'completed',
      error_code: null,
      error_message: null,
      credits_used: 7,
      credits_held: 0,
      credits_returned: 3.5,
      queue: null,
      seed: 5,
    });
    expect(done.finished_at).toMatch(/Z$/);
    expect(done.generated_images.map(({ status, seed, error_code: code }) => ({ status, seed, code }))).toEqual([
      { status: 'completed', seed: 5, code: null },
      { status: 'failed', seed: 6, code: 'ENGINE_TIMEOUT' },
      { status: 'completed', seed: 7, code: null },
    ]);
    expect(done.generated_images[0]?.thumbnails.map(({ width, height }) => ({ width, height }))).toEqual([
      { width: 320, height: 320 },
      { width: 640, height: 640 },
    ]);
    expect(done.generated_images[1]).toMatchObject({ url: null, thumbnails: [], thumbhash: null });
  });

  test('that failed says why in the caller’s language, and so does its image', async () => {
    const user = await person();
    const { id } = await generate(user, { prompt: 'a cat' });
    await failImage(app, id, 'CONTENT_REJECTED');
    const [english, chinese] = [await showGeneration(id, user), await showGeneration(id, user, 'zh-CN,en;q=0.5')];
    expect(english).toMatchObject({ status: 'failed', error_code: 'CONTENT_REJECTED', credits_returned: 3.5 });
    expect(english.error_message).toContain('not charged');
    expect(chinese.error_message).toContain('没有扣除积分');
    expect(chinese.generated_images[0]?.error_message).toBe(chinese.error_message);
    expect((await showImage(id, user, 'zh')).error_message).toBe(chinese.error_message);
  });

  test('that was taken back is a failure with a code of its own', async () => {
    const user = await person();
    const { id } = await generate(user, { prompt: 'a cat' });
    await app.post(`/images/generations/${id}/cancel`, { token: user.token });
    const shown = await showGeneration(id, user);
    expect(shown).toMatchObject({ status: 'failed', error_code: 'CANCELLED', credits_returned: 3.5, credits_held: 0 });
    expect(shown.error_message).toContain('You cancelled this one');
    expect(await showImage(id, user)).toMatchObject({ status: 'failed', error_code: 'CANCELLED', credits_used: 0 });
  });

  test('waits behind those that came first and those of better plans, with an estimate to match', async () => {
    const [free, pro] = [await app.signIn(), await person()];
    await deliverImage(app, (await generate(pro, { prompt: '0' })).id);
    // Images took six seconds each lately.
    await app.dataSource.query(
      `update generations set started_at = finished_at - count * interval '6 s' where status = 'completed'`,
    );
    await giveUnits(app.dataSource, free.userId, 1000);
    expect(await rows(app.dataSource, `select 1 from generations where status = 'processing'`)).toEqual([]);
    const first = await generate(free, { prompt: '1' });
    const second = await generate(free, { prompt: '2' });
    const before = await showGeneration(second.id, free);
    const ahead = (await showGeneration(first.id, free)).queue?.position ?? 0;
    expect(before.queue?.position).toBe(ahead + 1);
    const better = await generate(pro, { prompt: '3', count: 4 });
    const after = await showGeneration(second.id, free);
    expect(better.queue?.position).toBeLessThanOrEqual(ahead);
    expect(after.queue?.position).toBe(ahead + 2);
    expect(before.queue?.estimated_seconds).toBe(6 * (ahead + 1));
    expect(after.queue?.estimated_seconds).toBe(6 * (ahead + 5));
    for (const { id } of [first, second, ...better.generated_images]) await failImage(app, id, 'ENGINE_FAILED');
  });
});

test('a removed first image leaves the generation, its other images and what it cost', async () => {
  const user = await person();
  const { id, generated_images: images } = await generate(user, { prompt: 'a cat', count: 2 });
  for (const image of images) await deliverImage(app, image.id);
  await app.dataSource.query(`update images set deleted_at = now() where id = $1`, [id]);
  await app.dataSource.query(`update gallery_counters set image_count = image_count - 1 where user_id = $1`, [
    user.userId,
  ]);
  const shown = await showGeneration(id, user);
  expect(shown.generated_images.map((image) => image.id)).toEqual([images[1]?.id]);
  expect(shown).toMatchObject({ credits_used: 7, count: 2 });
  expect((await app.get(`/images/${id}`, { token: user.token })).status).toBe(404);
  expect(await gallery(user)).toMatchObject({ total: 1, data: [{ id: images[1]?.id }] });
});

describe('pages', () => {
  let user: SignedIn;
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

  /** Ids by OFFSET, as the plainest query tells them. */
  const byOffset = async (from: string, limit: number, skip: number): Promise<string[]> =>
    (await rows<{ id: string }>(app.dataSource, `${from} limit $2 offset $3`, [user.userId, limit, skip])).map(
      ({ id }) => id,
    );

  async function comparePages(
    list: (query: string) => Promise<{ data: { id: string }[]; total: number }>,
    from: string,
  ) {
    const all = await byOffset(from, 1000, 0);
    for (const limit of [1, 7, 12, 100]) {
      const last = Math.ceil(all.length / limit);
      // Of one length all pages, of others those at the ends and the empty one behind them.
      for (const page of limit === 7 ? upTo(last + 1) : new Set([1, last, last + 1])) {
        const answer = await list(`page=${page}&limit=${limit}`);
        expect(answer.data.map(({ id }) => id)).toEqual(await byOffset(from, limit, (page - 1) * limit));
        expect(answer.total).toBe(all.length);
      }
    }
    return all.length;
  }

  beforeAll(async () => {
    user = await person();
    const styles = ['anime', 'enhance', 'origami'] as const;
    for (const n of upTo(25)) {
      await generate(user, { prompt: `${'bacfed'[n % 6]} ${n % 4}`, style: styles[n % 3], count: 1 + (n % 3) });
    }
    // Some are there before the test, so that a page that forgets whose images they are is seen.
    await generate(await person(), { prompt: 'somebody else’s', count: 4 });
  });

  const GALLERY = `select id from images where user_id = $1 and deleted_at is null order by seq desc`;
  const ORDERS: Record<GenerationSort, (order: SortOrder) => string> = {
    created_at: (order) => `seq ${order}`,
    prompt: (order) => `left(prompt, 100) ${order}, seq ${order}`,
    style: (order) => `style ${order}, seq ${order}`,
  };
  const generationsBy = (sort: GenerationSort, order: SortOrder): string =>
    `select id from generations where user_id = $1 and deleted_at is null order by ${ORDERS[sort](order)}`;
  const sorts = (['created_at', 'prompt', 'style'] as const).flatMap((sort) =>
    (['asc', 'desc'] as const).map((order) => [sort, order] as const),
  );

  test('of the gallery are those of OFFSET, newest first, with the exact total', async () => {
    expect(await comparePages((query) => gallery(user, `?${query}`), GALLERY)).toBe(50);
  });

  const sorted = (sort: GenerationSort, order: SortOrder) => (query: string) =>
    generations(user, `?${query}&sort=${sort}&order=${order}`);

  test.each(sorts)('of generations by %s %s are those of OFFSET', async (sort, order) => {
    expect(await comparePages(sorted(sort, order), generationsBy(sort, order))).toBe(25);
  });

  test('stay right when images and generations were removed', async () => {
    await app.dataSource.query(`update images set deleted_at = now() where user_id = '${user.userId}' and seq % 7 = 3`);
    await app.dataSource.query(`update generations set deleted_at = now() where user_id = $1 and seq % 5 = 2`, [
      user.userId,
    ]);
    await app.dataSource.query(
      `update gallery_counters s set image_count = (select count(*) from images where user_id = s.user_id and deleted_at is null),
              generation_count = (select count(*) from generations where user_id = s.user_id and deleted_at is null)
        where user_id = $1`,
      [user.userId],
    );
    expect(await comparePages((query) => gallery(user, `?${query}`), GALLERY)).toBe(43);
    for (const [sort, order] of sorts) {
      expect(await comparePages(sorted(sort, order), generationsBy(sort, order))).toBe(20);
    }
  });

  test('have twelve items unless asked otherwise, and at most a hundred', async () => {
    expect(await gallery(user)).toMatchObject({ page: 1, limit: 12 });
    expect((await gallery(user)).data).toHaveLength(12);
    expect(await gallery(user, '?limit=1000')).toMatchObject({ limit: 100 });
    expect(await gallery(user, '?limit=0')).toMatchObject({ limit: 1 });
    expect(await gallery(user, '?limit=-1')).toMatchObject({ limit: 1 });
    expect(await gallery(user, '?page=10000000')).toMatchObject({ data: [], total: 43 });
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=NaN',
    'page=1;drop',
    'page=1e99',
    'limit=x',
    'style=oil',
    'sort=seed',
    'from=2026-02-30',
    'q=',
    'color=red',
  ])('refuse ?%s in the gallery', async (query) => {
    const answer = await app.get(`/images?${query}`, { token: user.token });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
  });

  test('of somebody who has nothing are empty', async () => {
    const newcomer = await app.signIn();
    for (const list of [gallery, favorites, generations]) {
      expect(await list(newcomer)).toEqual({ data: [], page: 1, limit: 12, total: 0 });
    }
  });

  test('a gallery item has the settings of its generation and its own price', async () => {
    const owner = await person();
    const made = await generate(owner, { prompt: 'a cat', negative_prompt: 'blur', count: 2, size: '16:9', seed: 9 });
    await deliverImage(app, made.generated_images[1]?.id ?? '');
    const items = await gallery(owner);
    expect(items.data).toMatchObject([
      { id: made.generated_images[1]?.id, frame_number: 2, status: 'completed', credits_used: 3.5, seed: 10 },
      { id: made.id, frame_number: 1, status: 'pending', credits_used: 0, seed: 9 },
    ]);
    expect(items.data[0]).toMatchObject({
      generation_id: made.id,
      prompt: 'a cat',
      negative_prompt: 'blur',
      width: 1344,
      height: 768,
      engine: 'studio',
    });
    expect(items.data[0]?.thumbnails.map(({ width, height }) => ({ width, height }))).toEqual([
      { width: 320, height: 183 },
      { width: 640, height: 366 },
      { width: 1024, height: 585 },
    ]);
    expect(items.data[0]).toEqual(await showImage(made.generated_images[1]?.id ?? '', owner));
  });
});

test('models, styles and sizes are told to everybody', async () => {
  for (const [call, path, count] of [
    [imageCalls.models, '/images/models', 7],
    [imageCalls.styles, '/images/styles', 16],
    [imageCalls.sizes, '/images/sizes', 9],
  ] as const) {
    const answer = await app.get<unknown[]>(path);
    expect(answer.status).toBe(200);
    expect(successSchema(call.schemas.answer).parse(answer.body).data).toHaveLength(count);
  }
});
