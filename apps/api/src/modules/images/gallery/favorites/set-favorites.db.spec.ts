import { imageCalls, successSchema, type Answer } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { databaseChecksum } from '../../../../../test/support/database/unchanged.js';
import { deliverImage } from '../../../../../test/support/images/work.js';
import { rows } from '../../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' }, pool: 10 });

async function images(owner: SignedIn, count: number): Promise<string[]> {
  const made = await app.post<Answer<'images.generate'>>('/images/generate', {
    token: owner.token,
    body: { prompt: 'a cat', count },
  });
  return made.body.data.generated_images.map(({ id }) => id);
}

async function delivered(owner: SignedIn, count: number): Promise<string[]> {
  await giveUnits(app.dataSource, owner.userId, 10_000);
  const ids = await images(owner, count);
  for (const id of ids) await deliverImage(app, id);
  return ids;
}

describe('favorites of many images', () => {
  let user: SignedIn;
  let ids: string[];
  const send = (isFavorited: boolean, image_ids: readonly string[], by = user): Promise<Answered> =>
    app.post('/images/favorites', { token: by.token, body: { image_ids, is_favorited: isFavorited } });
  const parse = (answer: Answered): Answer<'images.setFavorites'> => {
    expect(answer.status).toBe(200);
    return successSchema(imageCalls.setFavorites.schemas.answer).parse(answer.body).data;
  };
  const set = async (isFavorited: boolean, image_ids: readonly string[]) => parse(await send(isFavorited, image_ids));
  /** Adds images again in the places that they had. */
  const putBack = async (image_ids: readonly string[], places: readonly (number | null)[]) =>
    parse(await app.post('/images/favorites', { token: user.token, body: { image_ids, is_favorited: true, places } }));
  const listed = async (by = user): Promise<string[]> => {
    const { body } = await app.get<Answer<'images.favorites'>>('/images/favorites?limit=100', { token: by.token });
    expect(body.data.total).toBe(body.data.data.length);
    return body.data.data.map(({ id }) => id);
  };
  const remove = (id: string) => app.request('DELETE', `/images/${id}`, { token: user.token });

  beforeEach(async () => {
    user = await app.signIn({ plan: 'enterprise' });
    ids = await delivered(user, 6);
  });

  afterEach(async () => {
    await expectInvariants(app.dataSource);
    const wrong = await rows(
      app.dataSource,
      `select s.user_id from gallery_counters s
        where favorite_count <> (select count(*) from favorites f where f.user_id = s.user_id and not f.is_hidden)
           or next_favorite_seq <= (select coalesce(max(seq), 0) from favorites f where f.user_id = s.user_id)`,
    );
    expect(wrong).toEqual([]);
  });

  test('stand in the list in the order in which they were named, before those of earlier', async () => {
    const [a = '', b = '', c = '', d = ''] = ids;
    await set(true, [a, b]);
    expect(await set(true, [d, c])).toEqual({ changed: [d, c], missing: [], places: [] });
    expect(await listed()).toEqual([d, c, a, b]);
  });

  test('are changed once however often they are named, and those that are as wanted stay where they are', async () => {
    const [a = '', b = '', c = ''] = ids;
    await set(true, [a, b]);
    expect(await set(true, [c, a, c.toUpperCase()])).toEqual({ changed: [c], missing: [], places: [] });
    expect(await listed()).toEqual([c, a, b]);
    expect(await set(false, [b, c, ids[5] ?? ''])).toEqual({ changed: [b, c], missing: [], places: [1, 3] });
    expect(await set(false, [b, c])).toEqual({ changed: [], missing: [], places: [] });
    expect(await listed()).toEqual([a]);
  });

  test('are changed beside deleted ones, which are named and stay as they were', async () => {
    const [a = '', b = '', c = ''] = ids;
    await set(true, [b]);
    await remove(b);
    expect(await set(true, [a, b])).toEqual({ changed: [a], missing: [b], places: [] });
    expect(await set(false, [c, b])).toEqual({ changed: [], missing: [b], places: [] });
    expect(await listed()).toEqual([a]);
  });

  test.each([true, false])('of another person change nothing, nor do one’s own beside them (%s)', async (isTo) => {
    const other = await app.signIn({ plan: 'enterprise' });
    const [theirs = ''] = await delivered(other, 1);
    await send(!isTo, [theirs], other);
    await set(!isTo, ids);
    const before = await databaseChecksum(app.dataSource);
    for (const one of [theirs, randomUUID()]) {
      const { status, body } = await send(isTo, [...ids, one]);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
    expect(await databaseChecksum(app.dataSource)).toEqual(before);
  });

  test('of which one is not ready are not added, and nothing changes; they are no favorites all the same', async () => {
    const [waiting = ''] = await images(user, 1);
    const before = await databaseChecksum(app.dataSource);
    const { status, body } = await send(true, [ids[0] ?? '', waiting]);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'IMAGE_NOT_READY' });
    expect(await set(false, [waiting])).toEqual({ changed: [], missing: [], places: [] });
    expect(await databaseChecksum(app.dataSource)).toEqual(before);
  });

  test('are at least one and at most a hundred', async () => {
    for (const count of [0, 101]) {
      const { status, body } = await send(true, Array.from({ length: count }, randomUUID));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    }
    expect(
      await set(
        true,
        Array.from({ length: 100 }, () => ids[0] ?? ''),
      ),
    ).toMatchObject({ changed: [ids[0]] });
  });

  test('leave pages whole when they are removed', async () => {
    await set(true, ids);
    await set(
      false,
      ids.filter((_, number) => number % 2 === 0),
    );
    const page = async (number: number) => {
      const path = `/images/favorites?limit=2&page=${number}`;
      const { body } = await app.get<Answer<'images.favorites'>>(path, { token: user.token });
      return body.data.data.map(({ id }) => id);
    };
    expect([await page(1), await page(2)]).toEqual([[ids[1], ids[3]], [ids[5]]]);
  });

  describe('that were removed and are put back', () => {
    test('stand where they stood, also in the pages, and the next favorite comes first all the same', async () => {
      const [a = '', b = '', c = '', d = '', e = '', f = ''] = ids;
      await set(true, [a, b, c, d, e]);
      const { places } = await set(false, [d, b]);
      const one = await app.request<Answer<'images.unfavorite'>>('DELETE', `/images/${c}/favorite`, {
        token: user.token,
      });
      expect(await listed()).toEqual([a, e]);
      expect(await putBack([d, b, c], [...places, one.body.data.place])).toMatchObject({ changed: [d, b, c] });
      expect(await listed()).toEqual([a, b, c, d, e]);
      const page = await app.get<Answer<'images.favorites'>>('/images/favorites?limit=2&page=2', { token: user.token });
      expect(page.body.data.data.map(({ id }) => id)).toEqual([c, d]);
      await set(true, [f]);
      expect((await listed())[0]).toBe(f);
    });

    test.each([
      ['that another image has', [6]],
      ['that nobody ever had', [Number.MAX_SAFE_INTEGER]],
      ['that is missing', []],
    ])('come first where they are given a place %s', async (_, places) => {
      const [a = '', ...others] = ids;
      await set(true, [...others, a]);
      await set(false, [a]);
      await set(true, [a]);
      const [first = '', second = ''] = others;
      await set(false, [second]);
      await putBack([second], places);
      expect(await listed()).toEqual([second, a, first, ...others.slice(2)]);
    });

    test('stay where they are if they are favorites again', async () => {
      const [a = '', b = ''] = ids;
      await set(true, [a, b]);
      const { places } = await set(false, [b]);
      await set(true, [b]);
      expect(await putBack([b], places)).toMatchObject({ changed: [] });
      expect(await listed()).toEqual([b, a]);
    });
  });

  test('that are added and removed at once by several calls end as one of them left them', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, number) => set(number % 2 === 0, ids)));
    expect([0, ids.length]).toContain((await listed()).length);
  });
});
