import { imageCalls, type GalleryItem } from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits.js';
import { deliverImage, failImage } from '../../../../../test/support/work.js';
import { findDeliveredFiles } from '../../files/find-file.js';

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
