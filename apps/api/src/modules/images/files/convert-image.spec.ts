import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { imageFile } from '../../../../test/support/images/images.js';
import { ConvertImage } from './convert-image.js';

/** An image that is read when it is told to. */
function controlled() {
  let deliver = (_image: Buffer): void => undefined;
  const image = new Promise<Buffer>((resolve) => {
    deliver = resolve;
  });
  const state = { begun: false };
  const read = (): Promise<Buffer> => {
    state.begun = true;
    return image;
  };
  return { read, state, deliver: (bytes: Buffer) => deliver(bytes) };
}

test('converts one image at a time, and answers SERVICE_UNAVAILABLE to the ninth in line', async () => {
  const converter = new ConvertImage();
  const line = Array.from({ length: 8 }, controlled);
  const converting = line.map(({ read }, n) => converter.convert(`user ${n}`, read, 'jpeg'));
  await expect(converter.convert('user', controlled().read, 'jpeg')).rejects.toMatchObject({
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
  expect((await converter.convert('user', () => Promise.resolve(bytes), 'webp')).length).toBeGreaterThan(0);
});

test('lets one image of a person wait, beside the one that is converted', async () => {
  const converter = new ConvertImage();
  const [first, second, other, third] = [controlled(), controlled(), controlled(), controlled()];
  const refused = { code: 'RATE_LIMITED', retryAfter: 2 };
  const converting = [first, second].map(({ read }) => converter.convert('eager', read, 'jpeg'));
  const refusal = converter.convert('eager', third.read, 'jpeg').catch((error: unknown) => error);
  expect(await Promise.race([refusal, new Promise(setImmediate).then(() => 'waits')])).toMatchObject(refused);
  converting.push(converter.convert('other', other.read, 'jpeg'));
  const bytes = await imageFile(8, 8);
  first.deliver(bytes);
  await converting[0];
  await new Promise(setImmediate);
  expect([second.state.begun, third.state.begun]).toEqual([true, false]);
  converting.push(converter.convert('eager', third.read, 'jpeg'));
  for (const one of [second, other, third]) one.deliver(bytes);
  expect(await Promise.all(converting)).toHaveLength(4);
});

test('a file that is no image fails alone', async () => {
  const converter = new ConvertImage();
  const broken = converter.convert('user', () => Promise.resolve(Buffer.from('<svg/>')), 'png');
  const good = converter.convert('other', () => imageFile(8, 8, 'webp'), 'png');
  await expect(broken).rejects.toThrow();
  expect((await sharp(await good).metadata()).format).toBe('png');
});

test('what is see-through becomes white where the format knows nothing of it', async () => {
  const clear = await sharp({
    create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const jpeg = await new ConvertImage().convert('user', () => Promise.resolve(clear), 'jpeg');
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  expect(Math.min(...data)).toBeGreaterThan(250);
});

test('makes a tall image as small as it is asked for, and leaves a small one as it is', async () => {
  const converter = new ConvertImage();
  const sizeOf = async (width: number, height: number): Promise<[number, number]> => {
    const bytes = await imageFile(width, height);
    const made = await sharp(await converter.convert('user', () => Promise.resolve(bytes), 'webp', 64)).metadata();
    return [made.width, made.height];
  };
  expect([await sizeOf(64, 128), await sizeOf(20, 10)]).toEqual([
    [32, 64],
    [20, 10],
  ]);
});
