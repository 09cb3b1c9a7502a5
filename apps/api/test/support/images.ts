import type { OutputFormat } from '@app/contracts';
import sharp, { type Sharp } from 'sharp';

/** An image with something to see in it, deterministic by `seed`. */
export function image(width: number, height: number, seed = 1, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  for (let i = 0; i < data.length; i += 1) {
    const pixel = Math.floor(i / channels);
    const x = pixel % width;
    const y = Math.floor(pixel / width);
    data[i] = (x * 3 + y * 5 + (i % channels) * 40 + seed * 17 + ((x >> 5) ^ (y >> 5)) * 9) & 0xff;
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** The same as a file. */
export const imageFile = (width: number, height: number, format: OutputFormat = 'png', seed = 1): Promise<Buffer> =>
  image(width, height, seed).toFormat(format).toBuffer();
