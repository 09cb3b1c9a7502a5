import { UnusableImageError } from './unusable-image.error.js';

const HEADER = 12;
const ALPHA = 0x10;
const XMP = 0x04;
const ICC = 0x20;
/** Pixels and their colour profile. */
const KEPT = new Set(['VP8 ', 'VP8L', 'ALPH', 'ICCP']);

interface Chunk {
  type: string;
  data: Buffer;
}

function chunksOf(bytes: Buffer): Chunk[] {
  if (bytes.length < HEADER) throw new UnusableImageError('WebP: ends before its end');
  // Data after the declared size is not part of the image.
  const end = bytes.readUInt32LE(4) + 8;
  if (end > bytes.length) throw new UnusableImageError('WebP: ends before its end');
  const chunks: Chunk[] = [];
  let at = HEADER;
  while (at + 8 <= end) {
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > end) throw new UnusableImageError('WebP: chunk is cut off');
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function written({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function frameOf(chunks: Chunk[]): { width: number; height: number; alpha: boolean } {
  const lossy = chunks.find(({ type }) => type === 'VP8 ')?.data;
  if (lossy && lossy.length >= 10) {
    const alpha = chunks.some(({ type }) => type === 'ALPH');
    return { width: lossy.readUInt16LE(6) & 0x3fff, height: lossy.readUInt16LE(8) & 0x3fff, alpha };
  }
  const lossless = chunks.find(({ type }) => type === 'VP8L')?.data;
  if (lossless && lossless.length >= 5) {
    const bits = lossless.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, alpha: ((bits >>> 28) & 1) === 1 };
  }
  throw new UnusableImageError('WebP: holds no still image');
}

/** The packet becomes the only metadata; image data is copied, not decoded. */
export function markWebp(bytes: Buffer, packet: Buffer): Buffer {
  const kept = chunksOf(bytes).filter(({ type }) => KEPT.has(type));
  const { width, height, alpha } = frameOf(kept);
  const profile = kept.filter(({ type }) => type === 'ICCP');
  // Only the extended form may carry metadata, so its header is always written.
  const header = Buffer.alloc(10);
  header.writeUInt8(XMP | (alpha ? ALPHA : 0) | (profile.length > 0 ? ICC : 0), 0);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat(
    [
      { type: 'VP8X', data: header },
      ...profile,
      ...kept.filter(({ type }) => type !== 'ICCP'),
      { type: 'XMP ', data: packet },
    ].map(written),
  );
  const riff = Buffer.alloc(HEADER);
  riff.write('RIFF', 0, 'latin1');
  riff.writeUInt32LE(body.length + 4, 4);
  riff.write('WEBP', 8, 'latin1');
  return Buffer.concat([riff, body]);
}
