import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { imageFile } from '../../../../test/support/pictures.js';
import { ConvertImage } from './convert-image.js';

/** A picture that is read when it is told to. */
function controlled() {
  let deliver = (_picture: Buffer): void => undefined;
  const picture = new Promise<Buffer>((resolve) => {
    deliver = resolve;
  });
  const state = { begun: false };
  const read = (): Promise<Buffer> => {
    state.begun = true;
    return picture;
  };
  return { read, state, deliver: (bytes: Buffer) => deliver(bytes) };
}

test('pictures are converted one at a time, and a ninth in line is asked to come back', async () => {
  const converter = new ConvertImage();
  const line = Array.from({ length: 8 }, controlled);
  const converting = line.map(({ read }) => converter.convert(read, 'jpeg'));
  await expect(converter.convert(controlled().read, 'jpeg')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfter: 2,
  });
  const bytes = await imageFile(8, 8);
  for (const [n, one] of line.entries()) {
    expect(line.map(({ state }) => state.begun)).toEqual(line.map((_, place) => place <= n));
    one.deliver(bytes);
    expect((await sharp(await converting[n]).metadata()).format).toBe('jpeg');
    await new Promise(setImmediate);
  }
  expect((await converter.convert(() => Promise.resolve(bytes), 'webp')).length).toBeGreaterThan(0);
});

test('a file that is no picture fails alone', async () => {
  const converter = new ConvertImage();
  const broken = converter.convert(() => Promise.resolve(Buffer.from('<svg/>')), 'png');
  const good = converter.convert(() => imageFile(8, 8, 'webp'), 'png');
  await expect(broken).rejects.toThrow();
  expect((await sharp(await good).metadata()).format).toBe('png');
});

test('what is see-through becomes white where the format knows nothing of it', async () => {
  const clear = await sharp({
    create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const jpeg = await new ConvertImage().convert(() => Promise.resolve(clear), 'jpeg');
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect(Math.min(...data)).toBeGreaterThan(250);
});
