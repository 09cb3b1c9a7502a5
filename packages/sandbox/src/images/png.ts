import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE_AND_HEADER_BYTES = 33;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Latin-1 where possible, else UTF-8, as image programs do. */
export function addText(png: Buffer, keyword: string, text: string): Buffer {
  const isLatin = Buffer.from(text, 'latin1').toString('latin1') === text;
  const data = isLatin
    ? Buffer.from(`${keyword}\0${text}`, 'latin1')
    : Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text, 'utf8')]);
  return Buffer.concat([
    png.subarray(0, SIGNATURE_AND_HEADER_BYTES),
    chunk(isLatin ? 'tEXt' : 'iTXt', data),
    png.subarray(SIGNATURE_AND_HEADER_BYTES),
  ]);
}

/** One bit per pixel: a hundred megapixels take twelve kilobytes. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
