import { imageCalls, successSchema, type Answer, type Body } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits.js';
import { expectInvariants } from '../../../../../test/support/invariants.js';
import { rows } from '../../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' }, pool: 10 });

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
    const shown = await app.get<Answer<'images.showGeneration'>>(`/images/generations/${last}`, { token: user.token });
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
