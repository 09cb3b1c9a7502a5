import { allRoutes, routes, type Answer, type Route } from '@app/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { databaseChecksum } from '../../../test/support/database/unchanged.js';
import { giveUnits } from '../../../test/support/credits/credits.js';
import { routeCollector } from '../../../test/support/http/registered-routes.js';
import { deliverImage } from '../../../test/support/images/work.js';

const { registered, onCreated } = routeCollector();
const app = useApp({ env: { FREE_ALLOWANCE: 'none' }, onCreated });

/** Every call that names one image or generation. */
const BY_ID = allRoutes.filter(({ access, path }) => access === 'user' && /^\/images\/.*:id/.test(path));
const named = BY_ID.map((route) => [`${route.method} ${route.path}`, route] as const);
const REMOVING: Route[] = [routes.images.delete, routes.images.deleteGeneration];

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
  await deliverImage(app, delivered);
});

/** The answer as the client gets it, but for what names the request. */
async function asked(route: Route, id: string, by: SignedIn) {
  const { status, headers, body } = await app.request(route.method, route.path.replace(':id', id), { token: by.token });
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status, headers: kept, body: JSON.stringify({ ...body, request_id: '' }) };
}

/** These are asked for things of somebody else by the probes of `test/codes` and the attacks on payments. */
const PROBED_ELSEWHERE = /^\/(subscriptions|batches|api-keys|webhook-endpoints|v1)\//;

test('the application has no other call that names a thing of somebody', () => {
  const withId = registered.filter(
    ({ method, path }) => method !== 'HEAD' && path.includes(':id') && !PROBED_ELSEWHERE.test(path),
  );
  const served = withId.map(({ method, path }) => `${method} ${path}`);
  expect(served.length).toBeGreaterThan(10);
  expect(served.toSorted()).toEqual(named.map(([name]) => name).toSorted());
});

test.each(named)('%s answers somebody else as it answers an unknown id, and changes nothing', async (_, route) => {
  const before = await databaseChecksum(app.dataSource);
  const unknown = await asked(route, randomUUID(), stranger);
  expect(unknown.status).toBe(404);
  for (const id of [delivered, waiting]) expect(await asked(route, id, stranger)).toEqual(unknown);
  expect(await databaseChecksum(app.dataSource)).toEqual(before);
  // The same address is there for its owner.
  const own = await app.request(route.method, route.path.replace(':id', delivered), { token: owner.token });
  expect([200, 409]).toContain(own.status);
  if (REMOVING.includes(route)) {
    await app.post('/images/restore', { token: owner.token, body: { image_ids: [delivered] } });
  }
});
