import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { deliverImage } from '../../../../test/support/images/work.js';
import { oneRow, rows } from '../../../platform/database/rows.js';
import { FileLinks, type LinkedImage } from '../files/file-links.js';

// Other sites show this image for as long as the link works, by the address that they read from its tags once.
const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const HOUR = 3_600;

let owner: SignedIn;
let id: string;

beforeAll(async () => {
  owner = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, owner.userId, 100_000);
  const body = { prompt: 'A fox in the snow' };
  id = (await app.post<Answer<'images.generate'>>('/images/generate', { token: owner.token, body })).body.data.id;
  await deliverImage(app, id);
});
beforeEach(async () => {
  expect((await app.post(`/images/${id}/share`, { token: owner.token })).status).toBe(200);
});
afterEach(async () => {
  await expectInvariants(app.dataSource);
  await rows(app.dataSource, `delete from shares`);
});

const revoke = (): Promise<unknown> => app.request('DELETE', `/images/${id}/share`, { token: owner.token });
const fetched = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${app.url}${path}`, { headers });
const statuses = (addresses: string[]): Promise<number[]> =>
  Promise.all(addresses.map(async (address) => (await fetched(address)).status));

/** The addresses of the shared image as they were given out so many seconds ago. */
async function addressesOf(secondsAgo: number): Promise<string[]> {
  const image = await oneRow<LinkedImage & { object_key: string; share_id: string; now: number }>(
    app.dataSource,
    `select i.object_key, i.thumb_widths, i.width, i.height, s.id as share_id,
            floor(extract(epoch from now()))::bigint as now
       from images i join shares s on s.image_id = i.id`,
  );
  const links = app.app.get(FileLinks, { strict: false });
  const { url, thumbnails } = links.ofShare(image, image.now - secondsAgo, image.share_id);
  return [url, ...thumbnails.map((thumbnail) => thumbnail.url)];
}

test('an address that a site keeps works as long as the link does', async () => {
  const addresses = await addressesOf(6 * 24 * HOUR);
  expect(await statuses(addresses)).toEqual([200, 200, 200]);
  await rows(app.dataSource, `update shares set expires_at = now()`);
  expect(await statuses(addresses)).toEqual([404, 404, 404]);
});

test('an address that a site keeps ends when the link is revoked', async () => {
  const addresses = await addressesOf(13 * HOUR);
  expect(await statuses(addresses)).toEqual([200, 200, 200]);
  await revoke();
  expect(await statuses(addresses)).toEqual([404, 404, 404]);
});

test('every site may show the shared image, and none the file of its owner', async () => {
  const policies = async (path: string, headers: Record<string, string> = {}): Promise<unknown[]> => {
    const first = await fetched(path, headers);
    const again = await fetched(path, { ...headers, 'if-none-match': first.headers.get('etag') ?? '' });
    return [first, again].map((answer) => [answer.status, answer.headers.get('cross-origin-resource-policy')]);
  };
  for (const address of await addressesOf(0)) {
    expect(await policies(address)).toEqual([
      [200, 'cross-origin'],
      [304, 'cross-origin'],
    ]);
  }
  const own = await app.get<Answer<'images.show'>>(`/images/${id}`, { token: owner.token });
  const { url, thumbnails } = own.body.data;
  const ownFiles = [url ?? '', thumbnails[0]?.url ?? '', `/api/images/${id}/download`];
  for (const address of ownFiles) {
    expect(await policies(address, { authorization: `Bearer ${owner.token}` })).toEqual([
      [200, 'same-origin'],
      [304, 'same-origin'],
    ]);
  }
});
