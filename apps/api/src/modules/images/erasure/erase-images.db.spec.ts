import type { Answer } from '@app/contracts';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { putImages } from '../../../../test/support/images/many-images.js';
import { row, rows } from '../../../platform/database/rows.js';
import { EraseImages } from './erase-images.js';

/** More than one step of them. */
const IMAGES = 520;
const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let leaving: SignedIn;
let staying: SignedIn;

const put = ({ userId }: SignedIn): Promise<string[]> =>
  putImages(
    app.dataSource,
    userId,
    Array.from({ length: IMAGES }, (_, n) => ({
      prompt: `vermilion kestrel 龘靐 ${n % 400}`,
      favorite: true,
    })),
  );
const erase = (): Promise<boolean> =>
  app.app.get(EraseImages, { strict: false }).eraseAfterCommit(leaving.userId, new AbortController().signal);
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

beforeAll(async () => {
  staying = await app.signIn();
  await put(staying);
});
beforeEach(async () => {
  leaving = await app.signIn();
  await put(leaving);
});

const listsOf = ({ userId }: SignedIn): Promise<unknown> =>
  row(
    app.dataSource,
    `select (select count(*) from favorites where user_id = $1) as favorites,
            (select count(*) from prompt_uses where user_id = $1) as prompts,
            (select count(*) from gallery_counters where user_id = $1) as counters,
            (select count(*) from picture_tallies where user_id = $1) as tallies`,
    [userId],
  );

test.each(['images', 'generations'])(
  'each row of a history is written once, however often it is erased: %s',
  async (table) => {
    const written = await countWrites(table);
    expect([await erase(), await erase()]).toEqual([true, true]);
    expect(await written()).toBe(IMAGES);
  },
);

test('every list goes, however long it is, and those of others stay', async () => {
  const [before, others] = [await listsOf(leaving), await listsOf(staying)];
  expect(before).toMatchObject({ favorites: IMAGES, prompts: 400, counters: 1 });
  expect(await erase()).toBe(true);
  expect(await listsOf(leaving)).toEqual({ favorites: 0, prompts: 0, counters: 0, tallies: 0 });
  expect(await listsOf(staying)).toEqual(others);
});

test('nothing is erased once it is told to stop', async () => {
  const before = await listsOf(leaving);
  const erasing = app.app.get(EraseImages, { strict: false }).eraseAfterCommit(leaving.userId, AbortSignal.abort());
  expect(await erasing).toBe(false);
  expect(await listsOf(leaving)).toEqual(before);
  expect(await tokensOf(leaving)).toBe(IMAGES);
});

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
  // Each step looks once whether it should go on: two for the lists, then one for the first images.
  Object.defineProperty(stop.signal, 'aborted', { get: () => (looks += 1) > 3 });
  expect(await app.app.get(EraseImages, { strict: false }).eraseAfterCommit(leaving.userId, stop.signal)).toBe(false);
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

test('of what was deleted before, the last trace goes too', async () => {
  await rows(
    app.dataSource,
    `update generations
        set deleted_at = now(), prompt = case seq % 4 when 0 then 'left' else '' end,
            negative_prompt = case seq % 4 when 1 then 'left' end,
            idem_key = case seq % 4 when 2 then 'left ' || seq end, body_hash = case seq % 4 when 2 then '\\x01'::bytea end,
            understood = case seq % 4 when 3 then '["left"]'::jsonb else '[]' end
      where user_id = $1`,
    [leaving.userId],
  );
  await rows(
    app.dataSource,
    `update images
        set deleted_at = now(), purge_at = now(), purged_at = now(), sha256 = case seq % 4 when 0 then sha256 else '' end,
            thumbhash = case seq % 4 when 1 then '\\x01'::bytea end,
            engine_request_id = case seq % 4 when 2 then 'left' end,
            prompt_head = case seq % 4 when 3 then 'left' else '' end
      where user_id = $1`,
    [leaving.userId],
  );
  expect(await erase()).toBe(true);
  const left = `
    select g.id from generations g join images i on i.generation_id = g.id
     where g.user_id = $1 and (g.prompt <> '' or g.negative_prompt is not null or g.idem_key is not null
           or g.body_hash is not null or g.understood <> '[]' or i.sha256 <> '' or i.thumbhash is not null
           or i.engine_request_id is not null or i.prompt_head <> '')`;
  expect(await rows(app.dataSource, left, [leaving.userId])).toEqual([]);
});
