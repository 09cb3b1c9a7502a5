import { beforeAll, expect, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { putImages } from '../../../../../test/support/many-pictures.js';
import { rowsRead } from '../../../../../test/support/rows-read.js';
import { rows } from '../../../../platform/database/rows.js';
import { GENERATION_LOOK_UP } from './list-generations.js';
import { PICTURE_LOOK_UP } from './list-images.js';

const PICTURES = 2_000;
const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let person: SignedIn;

beforeAll(async () => {
  person = await app.signIn();
  const pictures = Array.from({ length: PICTURES }, (_, n) => ({ prompt: `a fox ${n}`, favorite: n % 4 === 0 }));
  await putImages(app.dataSource, person.userId, pictures);
  await rows(app.dataSource, 'vacuum analyze');
});

test.each([
  ['pictures', PICTURE_LOOK_UP],
  ['generations', GENERATION_LOOK_UP],
])('which %s are favourites is told without a look at them', async (list, { favoriteSeqs }) => {
  const read = await rowsRead(app.dataSource, favoriteSeqs, [person.userId]);
  expect([read['images'], read['generations']]).toEqual([undefined, undefined]);
  for (const [favorite, total] of [
    [true, PICTURES / 4],
    [false, (PICTURES / 4) * 3],
  ]) {
    const path = list === 'pictures' ? '/images' : '/images/generations';
    const { body } = await app.get<{ total: number }>(`${path}?favorite=${favorite}`, { token: person.token });
    expect(body.data.total).toBe(total);
  }
});
