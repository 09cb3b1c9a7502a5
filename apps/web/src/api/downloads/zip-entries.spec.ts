import { describe, expect, it } from '@jest/globals';
import { entryCounter } from './zip-entries';

const entry = (flags: number, method: number) => [
  0x50,
  0x4b,
  0x03,
  0x04,
  0x14,
  0x00,
  flags,
  0x08,
  method,
  0x00,
  1,
  2,
  3,
];
const PICTURE = entry(0x08, 0);
/** Whose length is known and which is compressed: the list at the end. */
const LIST = entry(0x00, 8);

describe('the images of an archive', () => {
  it('are counted as they begin, without the list at its end', () => {
    const count = entryCounter();
    expect(count(new Uint8Array(PICTURE))).toBe(1);
    expect(count(new Uint8Array([9, 9, ...PICTURE, ...PICTURE]))).toBe(3);
    expect(count(new Uint8Array(LIST))).toBe(3);
  });

  it('are counted once wherever the pieces are cut', () => {
    const all = [0x50, 0x4b, ...PICTURE, 0x50, ...PICTURE, ...LIST];
    for (let cut = 0; cut <= all.length; cut += 1) {
      const count = entryCounter();
      count(new Uint8Array(all.slice(0, cut)));
      expect(count(new Uint8Array(all.slice(cut)))).toBe(2);
    }
    const bytewise = entryCounter();
    expect(all.map((byte) => bytewise(new Uint8Array([byte]))).at(-1)).toBe(2);
  });
});
