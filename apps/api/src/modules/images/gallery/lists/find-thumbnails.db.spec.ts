import { quotaCalls, type Answer, type GalleryItem, type StatementLine } from '@app/contracts';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { giveUnits } from '../../../../../test/support/credits.js';
import { deliverImage, failImage } from '../../../../../test/support/work.js';
import { prepared } from '../../../../platform/database/prepared.js';
import { FindThumbnails } from './find-thumbnails.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

let user: SignedIn;
beforeEach(async () => {
  user = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, user.userId, 10_000);
});

const make = async (count = 1): Promise<string[]> => {
  const { body } = await app.post<Answer<'images.generate'>>('/images/generate', {
    token: user.token,
    body: { prompt: 'A fox', count },
  });
  return body.data.generated_images.map(({ id }) => id);
};
const readItem = async (id: string): Promise<GalleryItem> =>
  (await app.get<GalleryItem>(`/images/${id}`, { token: user.token })).body.data;
async function readLines(): Promise<StatementLine[]> {
  const { body } = await app.get('/quota/statement', { token: user.token });
  return quotaCalls.statement.schemas.answer.parse(body.data).data;
}
/** One for each image of the statement, and `undefined` where there is no image. */
const readThumbnails = async () =>
  new Map((await readLines()).map(({ picture: image }) => [image?.imageId, image?.thumbnail]));
const query = (text: string, id: string) => prepared(app.dataSource, { name: text, text }, [id]);

test('gives an image of the statement the address that the gallery gives to its smallest file', async () => {
  const ids = await make(2);
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
  const [id = ''] = await make();
  await deliverImage(app, id);
  await query(`update images set thumb_widths = '{}' where id = $1`, id);
  expect((await readThumbnails()).get(id)).toBe((await readItem(id)).url);
});

test('gives none to an image that is open, failed, deleted or lost', async () => {
  const [open = '', failed = '', deleted = '', lost = ''] = await make(4);
  await failImage(app, failed, 'ENGINE_FAILED');
  for (const id of [deleted, lost]) await deliverImage(app, id);
  await app.request('DELETE', `/images/${deleted}`, { token: user.token });
  await query(`update images set file_lost_at = now() where id = $1`, lost);
  const thumbnails = await readThumbnails();
  expect([open, failed, deleted, lost].map((id) => thumbnails.get(id))).toEqual([null, null, null, null]);
});

test('gives none of another person', async () => {
  const [id = ''] = await make();
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
  const ids = await make(3);
  for (const id of ids) await deliverImage(app, id);
  await readLines();
  expect(asked.mock.calls.map(([, wanted]) => [...wanted].sort())).toEqual([[...ids].sort()]);
  asked.mockRestore();
});
