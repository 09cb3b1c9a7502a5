import type { Page } from '@playwright/test';
import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const BITS = 8;

/** Decodes all pixels. @throws Error if the file is not a complete PNG */
export function readPngSize(file: Buffer): { width: number; height: number } {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is no PNG');
  const packed: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels = 0;
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
      channels = content[8] === BITS ? (CHANNELS[content[9] ?? -1] ?? 0) : 0;
    }
    if (type === 'IDAT') packed.push(content);
    at += length + 12;
  }
  const pixels = inflateSync(Buffer.concat(packed)).length;
  const expected = (width * channels + 1) * height;
  if (pixels !== expected) throw new Error(`The PNG holds ${pixels} bytes of pixels instead of ${expected}`);
  return { width, height };
}

/** Decodes the image in the browser. @throws Error if the browser cannot */
export function readPixelSize(page: Page, file: Buffer): Promise<{ width: number; height: number }> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    return { width: bitmap.width, height: bitmap.height };
  }, file.toString('base64'));
}
