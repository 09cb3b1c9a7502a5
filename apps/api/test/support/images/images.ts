import type { OutputFormat } from '@app/contracts';
import sharp, { type Sharp } from 'sharp';

/** An image with something to see in it, deterministic by `seed`. */
export function image(width: number, height: number, seed = 1, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = x * 3 + y * 5 + seed * 17 + ((x >> 5) ^ (y >> 5)) * 9;
      for (let channel = 0; channel < channels; channel += 1) data[at++] = (grey + channel * 40) & 0xff;
    }
  }
  return sharp(data, { raw: { width, height, channels } });
}

const files = new Map<string, Promise<Buffer>>();

/** The same as a file, which is encoded once. */
export async function imageFile(
  width: number,
  height: number,
  format: OutputFormat = 'png',
  seed = 1,
): Promise<Buffer> {
  const name = [width, height, format, seed].join();
  const file = files.get(name) ?? image(width, height, seed).toFormat(format).toBuffer();
  files.set(name, file);
  return Buffer.from(await file);
}
