import { expect, test } from '@jest/globals';
import { keysOf } from '../../../test/support/images/painting.js';
import { useS3 } from '../../../test/support/http/s3.js';

const s3 = useS3();
/** More than a store lists at once. */
const OBJECTS = 1_050;
const AT_ONCE = 50;

test('lists through several pages, and continues in the middle of them', async () => {
  const storage = s3.open();
  const made = Array.from({ length: OBJECTS }, (_, i) => `many/${String(i).padStart(5, '0')}.png`);
  for (let from = 0; from < made.length; from += AT_ONCE) {
    await Promise.all(made.slice(from, from + AT_ONCE).map((key) => storage.put(key, Buffer.from('x'), 'image/png')));
  }
  expect(await keysOf(storage, 'many/')).toEqual(made);
  const rest: string[] = [];
  for await (const { key } of storage.list('many/', made[1_020])) rest.push(key);
  expect(rest).toEqual(made.slice(1_021));
});
