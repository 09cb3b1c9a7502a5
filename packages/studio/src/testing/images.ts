import { join } from 'node:path';
import sharp from 'sharp';
import type { Style } from '@app/contracts';
import { createStudioProcess, type StudioProcess } from '../process/child.js';
import type { PaintRequest } from '../types.js';

/** Built for child processes by `test/global-setup.mjs`. */
export const ENTRY = join(__dirname, '../../build/test/process/entry.js');

let studio: StudioProcess | undefined;

/** Child processes, because painting takes three times as long inside of Jest. */
export const children = (): StudioProcess =>
  (studio ??= createStudioProcess({ entry: ENTRY, children: 2, niceness: 0 }));

export async function closeChildren(): Promise<void> {
  await studio?.close();
  studio = undefined;
}

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** RGB, three bytes a pixel. */
  readonly data: Uint8Array;
}

export async function decode(bytes: Buffer): Promise<Raster> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export const request = (
  prompt: string,
  style: Style = 'enhance',
  changes: Partial<PaintRequest> = {},
): PaintRequest => ({
  prompt,
  negativePrompt: '',
  style,
  width: 120,
  height: 80,
  seed: 11,
  format: 'png',
  ...changes,
});

export async function paintRaster(
  prompt: string,
  style: Style = 'enhance',
  changes: Partial<PaintRequest> = {},
): Promise<Raster> {
  return decode((await children().paint(request(prompt, style, changes))).bytes);
}

/** The share of pixels that differ visibly: by more than 6 of 255 in a channel. */
export function changedShare(a: Raster, b: Raster): number {
  let count = 0;
  for (let i = 0; i < a.data.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      if (Math.abs((a.data[i + k] ?? 0) - (b.data[i + k] ?? 0)) > 6) {
        count++;
        break;
      }
    }
  }
  return count / (a.data.length / 3);
}
