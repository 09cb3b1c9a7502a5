import { imageCalls, quotaCalls, type Answer, type GalleryItem, type StatementLine } from '@app/contracts';
import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { createUser, giveUnits } from '../../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../../test/support/database/database.js';
import { putImages } from '../../../../../test/support/images/many-images.js';
import { rowsRead } from '../../../../../test/support/database/rows-read.js';
import { deliverImage, failImage } from '../../../../../test/support/images/work.js';
import { prepared } from '../../../../platform/database/prepared.js';
import { rows } from '../../../../platform/database/rows.js';
import { findDeliveredFiles } from '../../files/find-file.js';
import { findGenerations, findImages } from './find-filtered.js';
import { FindThumbnails } from './find-thumbnails.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

let user: SignedIn;
beforeAll(async () => {
  user = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, user.userId, 10_000);
});

async function make(body: object): Promise<string> {
  const answer = await app.post('/images/generate', { token: user.token, body });
  return (imageCalls.generate.schemas.answer.parse(answer.body.data) as { id: string }).id;
}
const read = async (path: string, language = 'en'): Promise<unknown> =>
  (await app.get(path, { token: user.token, headers: { 'accept-language': language } })).body.data;
/** The newest images of the person. */
async function shown(path = '/images?page=1&limit=5', language = 'en'): Promise<GalleryItem[]> {
  return imageCalls.list.schemas.answer.parse(await read(path, language)).data;
}

// Postgres cannot hold a zero character; everything else that JSON must escape is here.
const NASTY = [
  `"quoted" \\ backslash \\" and 'single' $1 {}},`,
  'lines\nreturns\r\ttabs\b\f',
  `${String.fromCharCode(1)}\x1e\x1f\x7f\u2028\u2029`,
  '猫😀👩‍👩‍👧 é e\u0301',
  '","is_favorited":true,"x":"',
];

describe('an item of the gallery', () => {
  test.each(NASTY)('has the very prompts that are stored: %j', async (prompt) => {
    const id = await make({ prompt: 'to be replaced', negative_prompt: 'this too' });
    await app.dataSource.query(`update generations set prompt = $2, negative_prompt = $3 where id = $1`, [
      id,
      prompt,
      `not ${prompt}`,
    ]);
    await deliverImage(app, id);
    await app.post(`/images/${id}/favorite`, { token: user.token });
    const [first] = await shown();
    expect(first).toMatchObject({ id, prompt, negative_prompt: `not ${prompt}`, is_favorited: true });
    const marks = `model=${first?.model}&status=completed&limit=1`;
    for (const list of [
      '/images?limit=1',
      `/images?${marks}`,
      '/images/favorites?limit=1',
      `/images/favorites?${marks}`,
    ])
      expect({ list, items: await shown(list) }).toEqual({ list, items: [first] });
    expect(await read(`/images/${id}`)).toEqual(first);
  });

  test('says the same as the generation that it came from', async () => {
    const id = await make({ prompt: 'four', count: 4, model: 'sd3.5-large', quality: 'hd' });
    const look = async () => imageCalls.showGeneration.schemas.answer.parse(await read(`/images/generations/${id}`));
    for (const image of (await look()).generated_images) await deliverImage(app, image.id);
    const understood = [{ start: 0, end: 4 }];
    await app.dataSource.query(`update generations set understood = $2 where id = $1`, [
      id,
      JSON.stringify(understood),
    ]);
    const generation = await look();
    const { generated_images: images, prompt, negative_prompt, model, style, size, quality } = generation;
    const items = await shown('/images?page=1&limit=4&order=desc');
    expect([...items].reverse()).toEqual(
      images.map((image) => ({
        ...image,
        prompt,
        negative_prompt,
        model,
        style,
        size,
        quality,
        generation_id: id,
        output_format: generation.output_format,
        parent_id: null,
        engine: generation.engine,
        understood,
        created_at: generation.created_at,
        credits_used: generation.unit_price,
        finished_at: expect.any(String),
      })),
    );
    expect(items.every(({ url, thumbnails }) => url !== null && thumbnails.length === 2)).toBe(true);
  });

  test('that failed costs nothing, has no address and says why in the reader’s language', async () => {
    const id = await make({ prompt: 'fails' });
    await failImage(app, id, 'ENGINE_FAILED');
    const inChinese = await shown('/images?limit=1', 'zh');
    const inEnglish = await shown('/images?limit=1', 'en');
    const failed = { id, status: 'failed', error_code: 'ENGINE_FAILED', credits_used: 0, url: null, thumbnails: [] };
    expect([inChinese[0], inEnglish[0]]).toMatchObject([failed, failed]);
    expect(inChinese[0]?.error_message).toMatch(/\p{Script=Han}/u);
    expect(inEnglish[0]?.error_message).not.toMatch(/\p{Script=Han}/u);
  });

  test('that waits has neither an address nor an engine nor an end', async () => {
    const id = await make({ prompt: 'waits' });
    const [first] = await shown();
    const open = { status: 'pending', url: null, thumbnails: [], engine: null, finished_at: null, thumbhash: null };
    expect(first).toMatchObject({ id, ...open, credits_used: 0, error_message: null });
  });
});

test('files that are asked for at once are each image’s own', async () => {
  const ids = [await make({ prompt: 'one' }), await make({ prompt: 'two' }), await make({ prompt: 'removed' })];
  const keys = await Promise.all(ids.map(async (id) => (await deliverImage(app, id)).key));
  await app.dataSource.query('update images set deleted_at = now() where id = $1', [ids[2]]);
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 1, 0],
  ]) {
    const found = await findDeliveredFiles(
      app.dataSource,
      order.map((n) => ids[n] ?? ''),
    );
    expect(found.map((file) => file?.object_key ?? null)).toEqual(order.map((n) => (n === 2 ? null : keys[n])));
  }
});

describe('the statement', () => {
  let reader: SignedIn;
  beforeEach(async () => {
    reader = await app.signIn({ plan: 'pro' });
    await giveUnits(app.dataSource, reader.userId, 10_000);
  });

  const makeFoxes = async (count = 1): Promise<string[]> => {
    const { body } = await app.post<Answer<'images.generate'>>('/images/generate', {
      token: reader.token,
      body: { prompt: 'A fox', count },
    });
    return body.data.generated_images.map(({ id }) => id);
  };
  const readItem = async (id: string): Promise<GalleryItem> =>
    (await app.get<GalleryItem>(`/images/${id}`, { token: reader.token })).body.data;
  async function readLines(): Promise<StatementLine[]> {
    const { body } = await app.get('/quota/statement', { token: reader.token });
    return quotaCalls.statement.schemas.answer.parse(body.data).data;
  }
  /** One for each image of the statement, and `undefined` where there is no image. */
  const readThumbnails = async () =>
    new Map((await readLines()).map(({ picture: image }) => [image?.imageId, image?.thumbnail]));
  const query = (text: string, id: string) => prepared(app.dataSource, { name: text, text }, [id]);

  test('gives each image the address that the gallery gives to its smallest file', async () => {
    const ids = await makeFoxes(2);
    for (const id of ids) await deliverImage(app, id);
    const items = await Promise.all(ids.map(readItem));
    const smallest = items.map(({ thumbnails }) => thumbnails[0]?.url);
    expect(smallest).toEqual([expect.stringContaining('?'), expect.stringContaining('?')]);
    expect(await readThumbnails()).toEqual(
      new Map([...ids.map((id, index) => [id, smallest[index]] as const), [undefined, undefined] as const]),
    );
    const address = smallest[0]?.replace(/^\/api/, '') ?? '';
    expect((await app.get(address)).status).toBe(200);
  });

  test('gives the whole file where an image has no smaller one', async () => {
    const [id = ''] = await makeFoxes();
    await deliverImage(app, id);
    await query(`update images set thumb_widths = '{}' where id = $1`, id);
    expect((await readThumbnails()).get(id)).toBe((await readItem(id)).url);
  });

  test('gives none to an image that is open, failed, deleted or lost', async () => {
    const [open = '', failed = '', deleted = '', lost = ''] = await makeFoxes(4);
    await failImage(app, failed, 'ENGINE_FAILED');
    for (const id of [deleted, lost]) await deliverImage(app, id);
    await app.request('DELETE', `/images/${deleted}`, { token: reader.token });
    await query(`update images set file_lost_at = now() where id = $1`, lost);
    const thumbnails = await readThumbnails();
    expect([open, failed, deleted, lost].map((id) => thumbnails.get(id))).toEqual([null, null, null, null]);
  });

  test('gives none of another person', async () => {
    const [id = ''] = await makeFoxes();
    await deliverImage(app, id);
    const other = await app.signIn({ plan: 'pro' });
    const found = await app.app.get(FindThumbnails, { strict: false }).findThumbnails(other.userId, [id]);
    expect([...found]).toEqual([]);
  });

  test('asks once for a page, and not at all where no image is shown', async () => {
    const finder = app.app.get(FindThumbnails, { strict: false });
    const asked = jest.spyOn(finder, 'findThumbnails');
    await readLines();
    expect(asked).toHaveBeenCalledTimes(0);
    const ids = await makeFoxes(3);
    for (const id of ids) await deliverImage(app, id);
    await readLines();
    expect(asked.mock.calls.map(([, wanted]) => [...wanted].sort())).toEqual([[...ids].sort()]);
    asked.mockRestore();
  });
});

describe('a filter', () => {
  const IMAGES = 2_000;
  const FAVORITES = IMAGES / 4;
  const LIMIT = 10;
  // Rows of other tests would be read too.
  const db = useDatabase();
  let userId: string;

  beforeAll(async () => {
    userId = await createUser(db.dataSource);
    const images = Array.from({ length: IMAGES }, (_, n) => ({ prompt: `a fox ${n}`, favorite: n % 4 === 0 }));
    await putImages(db.dataSource, userId, images);
    await rows(db.dataSource, 'vacuum analyze');
  });

  test.each([
    ['images', findImages, true, FAVORITES],
    ['images', findImages, false, IMAGES - FAVORITES],
    ['generations', findGenerations, true, FAVORITES],
    ['generations', findGenerations, false, IMAGES - FAVORITES],
  ] as const)('finds which %s are favorites without a further look at them', async (_, find, favorite, total) => {
    const page = { limit: LIMIT, skip: 20, sort: 'created_at', order: 'desc', favorite } as const;
    let found: unknown;
    const seen = await rowsRead(db.dataSource, async (measured) => {
      found = await find(measured, userId, page);
    });
    expect(found).toMatchObject({ total, ids: { length: LIMIT } });
    // Each row at most once, and again for the ids of the page.
    expect((seen['images'] ?? 0) + (seen['generations'] ?? 0)).toBeLessThanOrEqual(IMAGES + LIMIT);
  });
});
