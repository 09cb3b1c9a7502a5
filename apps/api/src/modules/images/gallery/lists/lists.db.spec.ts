import {
  MODELS,
  SIZES,
  STYLE_GROUPS,
  STYLES,
  type Answer,
  type GenerationStatus,
  type SortOrder,
} from '@app/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { putImages, type MadeImage } from '../../../../../test/support/images/many-images.js';
import { expectGalleries } from '../../../../../test/support/images/gallery-rules.js';
import { RACE_ROUNDS } from '../../../../../test/support/timing/race-rounds.js';
import { row, rows } from '../../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });

let random = 42;
/** The same numbers in every run. */
const below = (most: number): number => {
  random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((random / 2 ** 32) * most);
};
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;

interface Page {
  ids: string[];
  total: number;
}
type List = '/images' | '/images/generations' | '/images/favorites';

async function page(list: List, user: SignedIn, query: string): Promise<Page> {
  const answer = await app.get<{ data: { id: string }[]; total: number }>(`${list}?${query}`, { token: user.token });
  expect({ query, status: answer.status }).toEqual({ query, status: 200 });
  const { data, total } = answer.body.data;
  return { ids: data.map(({ id }) => id), total };
}

/** Ids of a whole list by the plainest query. */
const plain = async (user: SignedIn, from: string, where: string, order: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      app.dataSource,
      `select t.id from ${from} where t.user_id = $1 and ${where} order by ${order}`,
      [user.userId],
    )
  ).map(({ id }) => id);

/** The list page by page, for several lengths of pages, is what `all` says. */
async function expectPages(list: List, user: SignedIn, query: string, all: string[], limits = [100]): Promise<void> {
  for (const limit of limits) {
    const last = Math.ceil(all.length / limit);
    const chosen = Array.from({ length: MIDDLE_PAGES }, () => 1 + below(last));
    for (const number of new Set([1, last, last + 1, ...chosen].filter((n) => n > 0))) {
      const found = await page(list, user, `${query}&page=${number}&limit=${limit}`);
      expect({ query, number, limit, ...found }).toEqual({
        query,
        number,
        limit,
        ids: all.slice((number - 1) * limit, number * limit),
        total: all.length,
      });
    }
  }
}

const GALLERY = ['images t', 't.deleted_at is null'] as const;
const GENERATIONS = ['generations t', 't.deleted_at is null'] as const;
const FAVORITES = ['images t join favorites f on f.image_id = t.id', 'not f.is_hidden'] as const;
const MIDDLE_PAGES = 2;
const ORDERS: SortOrder[] = ['desc', 'asc'];

describe('pages by running numbers', () => {
  let user: SignedIn;
  afterEach(() => expectGalleries(app.dataSource));
  beforeAll(async () => {
    user = await app.signIn({ plan: 'enterprise' });
    await giveUnits(app.dataSource, user.userId, 100_000);
    await putImages(
      app.dataSource,
      user.userId,
      Array.from({ length: 2_200 }, (_, n) => ({ prompt: `${n}`, favorite: n % 2 === 0 })),
    );
  });

  async function expectAll(): Promise<void> {
    for (const order of ORDERS) {
      await expectPages('/images', user, `order=${order}`, await plain(user, ...GALLERY, `t.seq ${order}`), [100, 7]);
      await expectPages(
        '/images/generations',
        user,
        `order=${order}`,
        await plain(user, ...GENERATIONS, `t.seq ${order}`),
        [100, 12],
      );
      await expectPages(
        '/images/favorites',
        user,
        `order=${order}`,
        await plain(user, ...FAVORITES, `f.seq ${order}`),
        [100, 13],
      );
    }
  }
  const send = async (path: string, ids: string[]): Promise<void> => {
    const answer = await app.post(path, { token: user.token, body: { image_ids: ids } });
    expect(answer.status).toBe(200);
  };
  const shown = (): Promise<string[]> => plain(user, ...GALLERY, 't.seq');

  test('are those of OFFSET while nothing was removed', () => expectAll());

  test('stay those of OFFSET after images were removed, restored, made and unmarked at random', async () => {
    for (let round = 0; round < 2; round += 1) {
      const before = await shown();
      // A run that empties whole blocks, and some here and there.
      const start = below(before.length - 500);
      const run = before.slice(start, start + 500);
      const chosen = [...run, ...Array.from({ length: 300 }, () => oneOf(before))];
      for (let i = 0; i < chosen.length; i += 100)
        await send('/images/generations/batch-delete', chosen.slice(i, i + 100));
      await send(
        '/images/restore',
        Array.from({ length: 60 }, () => oneOf(chosen)),
      );
      for (const id of (await plain(user, ...FAVORITES, 'random()')).slice(0, 20)) {
        await app.request('DELETE', `/images/${id}/favorite`, { token: user.token });
      }
      await app.post('/images/generate', { token: user.token, body: { prompt: 'new', count: 3 } });
      await expectGalleries(app.dataSource);
    }
    await expectAll();
  });

  test('stay right when everything but the oldest is gone', async () => {
    const all = await shown();
    for (let i = 1; i < all.length; i += 100) await send('/images/generations/batch-delete', all.slice(i, i + 100));
    await expectAll();
    expect(await page('/images', user, 'page=1')).toEqual({ ids: all.slice(0, 1), total: 1 });
  });
});

describe('filters, orders and search', () => {
  let user: SignedIn;
  afterAll(() => expectGalleries(app.dataSource));
  const WORDS = ['red', 'fox', 'forest', 'Café', '老虎', '山水', '水画', '水墨山水画', '夜', '狐狸'] as const;
  const random_ = (): MadeImage => ({
    prompt: Array.from({ length: 1 + below(4) }, () => oneOf(WORDS)).join(below(2) ? ' ' : '、'),
    style: oneOf(STYLES),
    model: oneOf(MODELS.slice(0, 3)),
    size: oneOf(SIZES),
    status: oneOf(['completed', 'completed', 'failed', 'cancelled'] as const),
    daysAgo: below(40),
  });
  const favorable = (made: MadeImage): MadeImage => ({
    ...made,
    favorite: made.status === 'completed' && below(3) === 0,
  });

  beforeAll(async () => {
    user = await app.signIn({ plan: 'enterprise' });
    const images = Array.from({ length: 600 }, () => favorable(random_()));
    const ids = await putImages(app.dataSource, user.userId, images);
    // Somebody else has the same, so that a list that forgets whose images they are is seen.
    await putImages(app.dataSource, (await app.signIn()).userId, images);
    for (let i = 0; i < 3; i += 1) {
      const body = { image_ids: Array.from({ length: 30 }, () => oneOf(ids)) };
      await app.post('/images/generations/batch-delete', { token: user.token, body });
    }
  });

  type Filter = Record<'query' | 'where', string>;
  const wire: Record<GenerationStatus, string> = {
    pending: `('pending')`,
    processing: `('processing')`,
    completed: `('completed')`,
    failed: `('failed', 'cancelled')`,
  };
  const dayOf = async (ago: number): Promise<string> =>
    (
      await row<{ day: string }>(
        app.dataSource,
        `select to_char((now() - $1 * interval '1 day') at time zone 'UTC', 'YYYY-MM-DD') as day`,
        [ago],
      )
    )?.day ?? '';
  async function filters(): Promise<Filter[]> {
    const [group, style, model, size] = [
      oneOf(['anime', 'artistic'] as const),
      oneOf(STYLES),
      oneOf(MODELS.slice(0, 3)),
      oneOf(SIZES),
    ];
    const status = oneOf(['completed', 'failed', 'pending'] as const);
    const [from, to] = [await dayOf(20 + below(20)), await dayOf(below(20))];
    const at = `(t.created_at at time zone 'UTC')::date`;
    const groupStyles = STYLE_GROUPS[group].map((one) => `'${one}'`).join(', ');
    return [
      { query: `style_group=${group}`, where: `t.style in (${groupStyles})` },
      { query: `style=${style}`, where: `t.style = '${style}'` },
      { query: `model=${model}`, where: `t.model = '${model}'` },
      { query: `size=${encodeURIComponent(size)}`, where: `t.size = '${size}'` },
      { query: `status=${status}`, where: `t.status in ${wire[status]}` },
      { query: `from=${from}`, where: `${at} >= '${from}'` },
      { query: `to=${to}`, where: `${at} <= '${to}'` },
      { query: `q=${encodeURIComponent('山水')}`, where: `g.prompt like '%山水%'` },
      { query: 'q=RED+fox', where: `g.prompt ~ '(^| |、)red($| |、)' and g.prompt ~ '(^| |、)fox($| |、)'` },
      {
        query: 'favorite=true',
        where: `exists (select 1 from favorites m where m.image_id = t.id and not m.is_hidden)`,
      },
      {
        query: 'favorite=false',
        where: `not exists (select 1 from favorites m where m.image_id = t.id and not m.is_hidden)`,
      },
    ];
  }
  const SORTS = { created_at: 't.seq', prompt: 'g.prompt', style: 't.style' } as const;
  /** Each order with each sort comes again and again. */
  const nth = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
  const sorted = (sort: keyof typeof SORTS, order: SortOrder): string => `${SORTS[sort]} ${order}, t.seq ${order}`;

  test('each alone and several at once leave what a plain query leaves', async () => {
    const chosen = await filters();
    const sets = [
      [],
      ...chosen.map((one) => [one]),
      ...Array.from({ length: 4 }, () => [oneOf(chosen), oneOf(chosen)]),
    ];
    // In the proof each of them in both orders.
    const turns = (RACE_ROUNDS > 10 ? [0, 1] : [0]).flatMap((first) => sets.map((set, n) => ({ set, n: first + n })));
    for (const { set, n } of turns) {
      if (new Set(set.map(({ query }) => query.split('=')[0])).size < set.length) continue;
      const sort = nth(Object.keys(SORTS) as (keyof typeof SORTS)[], n);
      const order = nth(ORDERS, n);
      const query = [...set.map((one) => one.query), `sort=${sort}`, `order=${order}`].join('&');
      const where = [...set.map((one) => one.where), 'true'].join(' and ');
      const joined = (from: string): string =>
        `${from} join generations g on g.id = ${from.startsWith('generations') ? 't.id' : 't.generation_id'}`;
      const gallery = await plain(user, joined('images t'), `t.deleted_at is null and ${where}`, sorted(sort, order));
      await expectPages('/images', user, query, gallery, [5]);
      const sets_ = await plain(
        user,
        joined('generations t'),
        `t.deleted_at is null and ${where}`,
        sorted(sort, order),
      );
      await expectPages('/images/generations', user, query, sets_);
      if (query.includes('favorite=')) continue;
      const marked = await plain(user, joined(FAVORITES[0]), `${FAVORITES[1]} and ${where}`, sorted(sort, order));
      await expectPages('/images/favorites', user, query, marked);
    }
  });

  test.each([
    ['老', `prompt like '%老%'`],
    ['墨山水', `prompt like '%墨山水%'`],
    ['山水画 red', `prompt like '%山水画%' and prompt ~ '(^| |、)red($| |、)'`],
    ['ＲＥＤ', `prompt ~ '(^| |、)red($| |、)'`],
    ['cafe\u0301', `prompt like '%Café%'`],
    ['水山', 'false'],
    ['fo', 'false'],
    ['%', 'false'],
  ])('a search for %j finds %s', async (q, where) => {
    const all = await plain(user, '(select * from generations where deleted_at is null) t', where, 't.seq desc');
    await expectPages('/images/generations', user, `q=${encodeURIComponent(q)}`, all);
  });

  test('what was forgotten is not found, and nothing of it is left', async () => {
    const [id = ''] = await putImages(app.dataSource, user.userId, [{ prompt: 'zzyzx 鑫' }]);
    expect((await page('/images', user, 'q=zzyzx')).ids).toEqual([id]);
    await app.dataSource.query(`update generations set prompt = '' where id = $1`, [id]);
    expect((await page('/images', user, 'q=zzyzx')).ids).toEqual([]);
    expect(
      await row(
        app.dataSource,
        `select prompt_head, (select count(*) from prompt_tokens where generation_id = i.id) as tokens from images i where id = $1`,
        [id],
      ),
    ).toEqual({ prompt_head: '', tokens: 0 });
    await app.dataSource.query(`update generations set prompt = 'x' where id = $1`, [id]);
  });

  test('what was just asked for is found, also before it is made', async () => {
    await giveUnits(app.dataSource, user.userId, 100);
    const sent = { token: user.token, body: { prompt: '白鹭 at dawn', style: 'origami', count: 2 } };
    const made = await app.post<Answer<'images.generate'>>('/images/generate', sent);
    const ids = made.body.data.generated_images.map(({ id }) => id).toReversed();
    for (const query of ['q=白鹭', 'q=DAWN&status=pending', 'q=鹭&style=origami&favorite=false']) {
      expect(await page('/images', user, encodeURI(query))).toEqual({ ids, total: 2 });
    }
  });
});
