import { beforeAll, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { putImages } from '../../../../../test/support/many-images.js';
import { rowsRead } from '../../../../../test/support/rows-read.js';
import { rows } from '../../../../platform/database/rows.js';
import { findGenerations, findImages } from './find-filtered.js';

const IMAGES = 2_000;
const LIMIT = 10;
const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let user: SignedIn;

beforeAll(async () => {
  user = await app.signIn();
  const images = Array.from({ length: IMAGES }, (_, n) => ({ prompt: `a fox ${n}`, favorite: n % 4 === 0 }));
  await putImages(app.dataSource, user.userId, images);
  await rows(app.dataSource, 'vacuum analyze');
});

const FAVORITES = IMAGES / 4;

test.each([
  ['images', findImages, true, FAVORITES],
  ['images', findImages, false, IMAGES - FAVORITES],
  ['generations', findGenerations, true, FAVORITES],
  ['generations', findGenerations, false, IMAGES - FAVORITES],
] as const)('finds which %s are favorites without a further look at them', async (_, find, favorite, total) => {
  const page = { limit: LIMIT, skip: 20, sort: 'created_at', order: 'desc', favorite } as const;
  let found: unknown;
  const read = await rowsRead(app.dataSource, async (measured) => {
    found = await find(measured, user.userId, page);
  });
  expect(found).toMatchObject({ total, ids: { length: LIMIT } });
  // Each row at most once, and again for the ids of the page.
  expect((read['images'] ?? 0) + (read['generations'] ?? 0)).toBeLessThanOrEqual(IMAGES + LIMIT);
});
