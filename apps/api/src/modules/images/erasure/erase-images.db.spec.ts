import type { Answer } from '@app/contracts';
import { beforeEach, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { putImages } from '../../../../test/support/many-images.js';
import { row, rows } from '../../../platform/database/rows.js';
import { EraseImages } from './erase-images.js';

const IMAGES = 1_200;
const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let leaving: SignedIn;
let staying: SignedIn;

const put = ({ userId }: SignedIn): Promise<string[]> =>
  putImages(
    app.dataSource,
    userId,
    Array.from({ length: IMAGES }, (_, n) => ({
      prompt: `vermilion kestrel 龘靐 ${n % 400}`,
      favorite: n % 3 === 0,
    })),
  );
const erase = (): Promise<boolean> =>
  app.app.get(EraseImages, { strict: false }).erase(leaving.userId, new AbortController().signal);
/** Rows of a table that are written from now on, counted one by one. */
async function countWrites(table: string): Promise<() => Promise<number>> {
  await rows(app.dataSource, `create table writes (n integer)`);
  await rows(
    app.dataSource,
    `create function count_write() returns trigger language plpgsql as 'begin insert into writes values (1); return null; end'`,
  );
  await rows(
    app.dataSource,
    `create trigger counted after update on ${table} for each row execute function count_write()`,
  );
  return async () => {
    const written = await row<{ count: number }>(app.dataSource, `select count(*) as count from writes`);
    await rows(app.dataSource, `drop function count_write cascade`);
    await rows(app.dataSource, `drop table writes`);
    return written?.count ?? 0;
  };
}
const tokensOf = async ({ userId }: SignedIn): Promise<number> =>
  (
    await row<{ count: number }>(
      app.dataSource,
      `select count(*) as count from prompt_tokens join generations g on g.id = generation_id where g.user_id = $1`,
      [userId],
    )
  )?.count ?? 0;

beforeEach(async () => {
  leaving = await app.signIn();
  staying = await app.signIn();
  await put(leaving);
  await put(staying);
});

test.each(['images', 'generations'])(
  'each row of a history is written once, however often it is erased: %s',
  async (table) => {
    const written = await countWrites(table);
    expect([await erase(), await erase()]).toEqual([true, true]);
    expect(await written()).toBe(IMAGES);
  },
);

test('nothing of what somebody searched by is left, and others find all of theirs', async () => {
  expect(await erase()).toBe(true);
  expect(await tokensOf(leaving)).toBe(0);
  expect(
    await rows(app.dataSource, `select id from images where user_id = $1 and prompt_head <> ''`, [leaving.userId]),
  ).toEqual([]);
  expect(await tokensOf(staying)).toBe(IMAGES);
  const found = await app.get<Answer<'images.list'>>('/images?q=kestrel', { token: staying.token });
  expect(found.body.data.total).toBe(IMAGES);
  const prompts = await app.get<Answer<'images.prompts'>>('/images/prompts', { token: staying.token });
  expect(prompts.body.data.total).toBe(400);
});

test('what is left when it stops half-way is found by words and counted as before, and goes the next time', async () => {
  const stop = new AbortController();
  let looks = 0;
  // Each step looks once whether it should go on: one for the lists, then one for the first images.
  Object.defineProperty(stop.signal, 'aborted', { get: () => (looks += 1) > 2 });
  expect(await app.app.get(EraseImages, { strict: false }).erase(leaving.userId, stop.signal)).toBe(false);
  const left = await rows<{ words: boolean; tokens: boolean }>(
    app.dataSource,
    `select g.prompt <> '' as words, t.generation_id is not null as tokens, count(*) as count
       from generations g left join prompt_tokens t on t.generation_id = g.id where g.user_id = $1 group by 1, 2`,
    [leaving.userId],
  );
  expect(left.every(({ words, tokens }) => words === tokens)).toBe(true);
  expect(left).toHaveLength(2);
  expect(await erase()).toBe(true);
  expect(await tokensOf(leaving)).toBe(0);
});
