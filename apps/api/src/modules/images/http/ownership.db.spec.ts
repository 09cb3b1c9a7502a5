import { routes, type Answer, type Route } from '@app/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { databaseChecksum } from '../../../../test/support/checksum.js';
import { giveUnits } from '../../../../test/support/credits.js';
import { deliverPicture } from '../../../../test/support/work.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });

const { showGeneration, show, download, favorite, unfavorite, toggleFavorite } = routes.images;
const { delete: deletePicture, deleteGeneration } = routes.images;
const BY_ID: Route[] = [showGeneration, show, download, favorite, unfavorite, toggleFavorite];
const REMOVING: Route[] = [deletePicture, deleteGeneration];

let owner: SignedIn;
let stranger: SignedIn;
let delivered: string;
let waiting: string;

beforeAll(async () => {
  [owner, stranger] = [await app.signIn(), await app.signIn({ plan: 'enterprise' })];
  await giveUnits(app.dataSource, owner.userId, 1000);
  const make = async (): Promise<string> => {
    const body = { prompt: 'a cat' };
    return (await app.post<Answer<'images.generate'>>('/images/generate', { token: owner.token, body })).body.data.id;
  };
  [delivered, waiting] = [await make(), await make()];
  await deliverPicture(app, delivered);
});

/** The answer as the client gets it, but for what names the request. */
async function asked(route: Route, id: string, by: SignedIn) {
  const { status, headers, body } = await app.request(route.method, route.path.replace(':id', id), { token: by.token });
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status, headers: kept, body: JSON.stringify({ ...body, request_id: '' }) };
}

test.each([...BY_ID, ...REMOVING].map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s answers somebody else as it answers an unknown id, and changes nothing',
  async (_, route) => {
    const before = await databaseChecksum(app.dataSource);
    const unknown = await asked(route, randomUUID(), stranger);
    expect(unknown.status).toBe(404);
    for (const id of [delivered, waiting]) expect(await asked(route, id, stranger)).toEqual(unknown);
    expect(await databaseChecksum(app.dataSource)).toEqual(before);
    // The same address is there for its owner.
    expect((await app.request(route.method, route.path.replace(':id', delivered), { token: owner.token })).status).toBe(
      200,
    );
    if (REMOVING.includes(route)) {
      await app.post('/images/restore', { token: owner.token, body: { image_ids: [delivered] } });
    }
  },
);

test.each([...BY_ID, ...REMOVING].map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s refuses what is no id',
  async (_, route) => {
    for (const id of ['1', 'null', `${delivered}x`, '%00', "1'--"]) {
      const path = route.path.replace(':id', encodeURIComponent(id));
      const answer = await app.request(route.method, path, { token: owner.token });
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    }
  },
);
