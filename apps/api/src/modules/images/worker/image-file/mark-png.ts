import { crc32 } from 'node:zlib';
import { UnusableImageError } from './unusable-image.error.js';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Pixels, and the chunks that define their colours. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT']);
const XMP_KEYWORD = 'XML:com.adobe.xmp';
const FRAME = 12;

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return Buffer.concat([head, data, sum]);
}

/** The packet becomes the only text; image data is copied, not decoded. */
export function markPng(bytes: Buffer, packet: Buffer): Buffer {
  const parts: Buffer[] = [PNG_SIGNATURE];
  let at = PNG_SIGNATURE.length;
  for (;;) {
    if (at + FRAME > bytes.length) throw new UnusableImageError('PNG: ends before its end');
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + FRAME + size;
    if (next > bytes.length) throw new UnusableImageError(`PNG: chunk ${type} is cut off`);
    if (KEPT.has(type)) parts.push(bytes.subarray(at, next));
    // Five zero bytes: end of keyword, not compressed (two), no language, no translated keyword.
    if (type === 'IHDR') parts.push(chunk('iTXt', Buffer.concat([Buffer.from(`${XMP_KEYWORD}\0\0\0\0\0`), packet])));
    if (type === 'IEND') return Buffer.concat(parts);
    at = next;
  }
}
