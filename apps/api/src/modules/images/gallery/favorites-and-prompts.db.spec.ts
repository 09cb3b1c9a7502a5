import { imageCalls, successSchema, type Answer, type Body } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { databaseChecksum } from '../../../../test/support/database/unchanged.js';
import { deliverImage, failImage } from '../../../../test/support/images/work.js';
import { row, rows } from '../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000', IN_FLIGHT_ENTERPRISE: '1000' }, pool: 10 });

describe('favorites', () => {
  let user: SignedIn;
  let delivered: string[];
  const first = (): string => delivered[0] ?? '';

  async function images(owner: SignedIn, count: number): Promise<string[]> {
    const made = await app.post<Answer<'images.generate'>>('/images/generate', {
      token: owner.token,
      body: { prompt: 'a cat', count },
    });
    return made.body.data.generated_images.map(({ id }) => id);
  }

  beforeAll(async () => {
    user = await app.signIn({ plan: 'enterprise' });
    await giveUnits(app.dataSource, user.userId, 10_000);
    delivered = [...(await images(user, 8)), ...(await images(user, 8))];
    for (const id of delivered) await deliverImage(app, id);
  });

  /** Counter and rows agree whatever happened. */
  afterEach(async () => {
    await expectInvariants(app.dataSource);
    const wrong = await rows(
      app.dataSource,
      `select s.user_id from gallery_counters s
        where favorite_count <> (select count(*) from favorites f where f.user_id = s.user_id)
           or next_favorite_seq <= (select coalesce(max(seq), 0) from favorites f where f.user_id = s.user_id)`,
    );
    expect(wrong).toEqual([]);
    await rows(app.dataSource, `delete from favorites`);
    await rows(app.dataSource, `update gallery_counters set favorite_count = 0, next_favorite_seq = 1`);
  });

  type Method = 'POST' | 'DELETE' | 'PATCH';
  const mark = (method: Method, id: string, by = user): Promise<Answered<Answer<'images.favorite'>>> =>
    app.request(method, `/images/${id}/favorite`, { token: by.token });
  const isFavorite = async (method: Method, id: string): Promise<boolean> => {
    const answer = await mark(method, id);
    expect(answer.status).toBe(200);
    const call = method === 'DELETE' ? imageCalls.unfavorite : imageCalls.favorite;
    return successSchema(call.schemas.answer).parse(answer.body).data.is_favorited;
  };
  async function favorites(query = ''): Promise<Answer<'images.favorites'>> {
    const answer = await app.get(`/images/favorites${query}`, { token: user.token });
    return successSchema(imageCalls.favorites.schemas.answer).parse(answer.body).data;
  }

  describe('a favourite', () => {
    test('is marked once however often, and removed once however often', async () => {
      expect([await isFavorite('POST', first()), await isFavorite('POST', first())]).toEqual([true, true]);
      expect(await favorites()).toMatchObject({ total: 1, data: [{ id: first(), is_favorited: true }] });
      expect([await isFavorite('DELETE', first()), await isFavorite('DELETE', first())]).toEqual([false, false]);
      expect(await favorites()).toMatchObject({ total: 0, data: [] });
    });

    test('is toggled to and fro', async () => {
      expect([await isFavorite('PATCH', first()), await isFavorite('PATCH', first())]).toEqual([true, false]);
    });

    test('shows in the gallery, on the image and on its generation', async () => {
      await isFavorite('POST', first());
      const flags = async (path: string) =>
        (await app.get<{ is_favorited: boolean }>(path, { token: user.token })).body.data;
      expect(await flags(`/images/${first()}`)).toMatchObject({ is_favorited: true });
      expect(await flags(`/images/generations/${first()}`)).toMatchObject({ is_favorited: true });
      const list = await app.get<Answer<'images.list'>>('/images?limit=100', { token: user.token });
      expect(list.body.data.data.filter((item) => item.is_favorited).map(({ id }) => id)).toEqual([first()]);
    });

    test('marked last comes first, and pages are those of OFFSET, also after some were removed', async () => {
      for (const id of delivered) await isFavorite('POST', id);
      const compare = async (): Promise<void> => {
        const all = await rows<{ id: string }>(
          app.dataSource,
          `select image_id as id from favorites where user_id = $1 order by seq desc`,
          [user.userId],
        );
        for (const [page, limit] of [
          [1, 5],
          [2, 5],
          [4, 5],
          [1, 100],
          [3, 7],
        ] as const) {
          const answer = await favorites(`?page=${page}&limit=${limit}`);
          const ids = all.slice((page - 1) * limit, page * limit).map(({ id }) => id);
          expect(answer.data.map(({ id }) => id)).toEqual(ids);
          expect(answer.total).toBe(all.length);
        }
      };
      await compare();
      for (const id of delivered.filter((_, n) => n % 3 === 0)) await isFavorite('DELETE', id);
      await compare();
      await isFavorite('POST', first());
      expect((await favorites()).data[0]?.id).toBe(first());
      await compare();
    });
  });

  describe('at once', () => {
    test('twenty-one toggles end where an odd number of them ends', async () => {
      const answers = await Promise.all(Array.from({ length: 21 }, () => isFavorite('PATCH', first())));
      expect(answers.filter(Boolean)).toHaveLength(11);
      expect(await favorites()).toMatchObject({ total: 1, data: [{ id: first() }] });
    });

    test('marking and removing in any mix leaves at most one row', async () => {
      const methods: Method[] = ['POST', 'DELETE', 'PATCH', 'POST', 'DELETE'];
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => mark(methods[n % 5] ?? 'POST', first())));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const left = await row<{ marks: number }>(app.dataSource, `select count(*) as marks from favorites`);
      expect((await favorites()).total).toBe(left?.marks);
      expect(left?.marks).toBeLessThanOrEqual(1);
    });

    test('marking many images gives each a place of its own', async () => {
      await Promise.all(delivered.map((id) => isFavorite('POST', id)));
      const seqs = await rows<{ seq: number }>(app.dataSource, `select seq from favorites order by seq`);
      expect(seqs.map(({ seq }) => seq)).toEqual(delivered.map((_, n) => n + 1));
    });
  });

  describe('an image that is not there', () => {
    test.each(['POST', 'PATCH'] as const)(
      'yet or never cannot be marked by %s, and nothing changes',
      async (method) => {
        const [waiting = '', failed = ''] = await images(user, 2);
        await failImage(app, failed, 'ENGINE_FAILED');
        const before = await databaseChecksum(app.dataSource);
        for (const id of [waiting, failed]) {
          const answer = await mark(method, id);
          expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'IMAGE_NOT_READY' });
        }
        expect(await isFavorite('DELETE', waiting)).toBe(false);
        expect(await databaseChecksum(app.dataSource)).toEqual(before);
      },
    );
  });
});

describe('prompts', () => {
  let user: SignedIn;

  async function make(prompt: string, more: Partial<Body<'images.generate'>> = {}): Promise<string> {
    const body = { prompt, ...more };
    const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: user.token, body });
    expect(made.status).toBe(202);
    return made.body.data.id;
  }
  async function prompts(query = '', by = user): Promise<Answer<'images.prompts'>> {
    const answer = await app.get(`/images/prompts${query}`, { token: by.token });
    return successSchema(imageCalls.prompts.schemas.answer).parse(answer.body).data;
  }
  const wordings = async (): Promise<[string, string | null, number][]> =>
    (await prompts('?limit=100')).data.map((one) => [one.prompt, one.negative_prompt, one.count]);
  const remove = (ids: string[]): Promise<Answered> =>
    app.post('/images/generations/batch-delete', { token: user.token, body: { generation_ids: ids } });
  const restore = (ids: string[]): Promise<Answered> =>
    app.post('/images/restore', { token: user.token, body: { generation_ids: ids } });

  /** What is kept is what would be counted, in every wording. */
  async function expectCounted(): Promise<void> {
    const wrong = await rows(
      app.dataSource,
      `with counted as (
         select user_id, prompt, coalesce(negative_prompt, '') as negative, count(*) as uses, max(seq) as last_seq
           from generations where deleted_at is null group by 1, 2, 3
       ), kept as (
         select p.user_id, g.prompt, coalesce(g.negative_prompt, '') as negative, p.uses, p.last_seq
           from prompt_uses p left join generations g on g.user_id = p.user_id and g.seq = p.last_seq
       )
       (select * from counted except select * from kept) union all (select * from kept except select * from counted)`,
    );
    expect(wrong).toEqual([]);
    const miscounted = await rows(
      app.dataSource,
      `select 1 from gallery_counters s where prompt_count <> (select count(*) from prompt_uses p where p.user_id = s.user_id)`,
    );
    expect(miscounted).toEqual([]);
  }

  beforeEach(async () => {
    user = await app.signIn({ plan: 'pro' });
    await giveUnits(app.dataSource, user.userId, 1_000_000);
  });

  afterEach(async () => {
    await expectInvariants(app.dataSource);
    await expectCounted();
  });

  describe('the prompts of a person', () => {
    test('are each wording once, last used first, with the settings of the last use', async () => {
      await make('a cat');
      await make('a dog');
      await make('a cat', { negative_prompt: 'blur' });
      const last = await make('a cat', { model: 'sd3.5-flash', style: 'anime', size: '16:9' });
      expect(await wordings()).toEqual([
        ['a cat', null, 2],
        ['a cat', 'blur', 1],
        ['a dog', null, 1],
      ]);
      const { data, total } = await prompts();
      expect(total).toBe(3);
      const shown = await app.get<Answer<'images.showGeneration'>>(`/images/generations/${last}`, {
        token: user.token,
      });
      expect(data[0]).toMatchObject({
        generation_id: last,
        last_used_at: shown.body.data.created_at,
        model: 'sd3.5-flash',
        style: 'anime',
        size: '16:9',
      });
    });

    test('come in pages', async () => {
      for (const prompt of ['one', 'two', 'three', 'four', 'five']) await make(prompt);
      const page = async (query: string) => {
        const { data, ...about } = await prompts(query);
        return { ...about, prompts: data.map(({ prompt }) => prompt) };
      };
      expect(await page('?page=2&limit=2')).toEqual({ page: 2, limit: 2, total: 5, prompts: ['three', 'two'] });
      expect(await page('?page=4&limit=2')).toEqual({ page: 4, limit: 2, total: 5, prompts: [] });
      expect(await page('?page=10000000&limit=1000')).toMatchObject({ page: 10_000_000, limit: 100, prompts: [] });
      for (const query of ['?page=0', '?page=-1', '?page=x', '?limit=1.5', '?search=x']) {
        expect((await app.get(`/images/prompts${query}`, { token: user.token })).status).toBe(400);
      }
    });

    test('are nobody else’s', async () => {
      await make('mine');
      expect(await prompts('', await app.signIn())).toMatchObject({ data: [], total: 0 });
    });

    test('go with their last generation, and come back with it', async () => {
      const [first, second, other] = [await make('a cat'), await make('a cat'), await make('a dog')];
      await remove([second]);
      expect(await wordings()).toEqual([
        ['a dog', null, 1],
        ['a cat', null, 1],
      ]);
      await remove([first, other]);
      expect(await wordings()).toEqual([]);
      await restore([first, second, other]);
      expect(await wordings()).toEqual([
        ['a dog', null, 1],
        ['a cat', null, 2],
      ]);
      await remove([first, second]);
      expect(await wordings()).toEqual([['a dog', null, 1]]);
      await make('a cat');
      expect(await wordings()).toEqual([
        ['a cat', null, 1],
        ['a dog', null, 1],
      ]);
    });

    test('stay as long as one image of a generation is there', async () => {
      const id = await make('four at once', { count: 4 });
      await app.request('DELETE', `/images/${id}`, { token: user.token });
      expect(await wordings()).toEqual([['four at once', null, 1]]);
    });

    test('are counted rightly when everything happens at once', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => make(n % 2 ? 'odd' : 'even')));
      expect(await wordings()).toEqual(
        expect.arrayContaining([
          ['odd', null, 10],
          ['even', null, 10],
        ]),
      );
      await Promise.all([
        ...ids.slice(0, 10).map((id) => remove([id])),
        ...Array.from({ length: 10 }, () => make('odd')),
        remove(ids.slice(10)),
      ]);
      expect(await wordings()).toEqual([['odd', null, 10]]);
      await Promise.all([restore(ids.slice(0, 10)), make('even'), remove(ids.slice(5, 15)), restore(ids.slice(10))]);
    });
  });
});
