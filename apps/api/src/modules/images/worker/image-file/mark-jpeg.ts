import { UnusableImageError } from './unusable-image.error.js';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const XMP_NAME = 'http://ns.adobe.com/xap/1.0/\0';
const ICC_NAME = 'ICC_PROFILE\0';
const MAX_SEGMENT = 65_533;

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** JFIF, colour profile and Adobe's colour transform change how pixels look; other data does not. */
function isKept(marker: number, data: Buffer): boolean {
  if (marker === APP2) return data.toString('latin1', 0, ICC_NAME.length) === ICC_NAME;
  if (marker === COMMENT) return false;
  return marker < APP0 || marker > APP15 || marker === APP0 || marker === APP14;
}

function xmpSegment(packet: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from(XMP_NAME, 'latin1'), packet]);
  if (data.length > MAX_SEGMENT) throw new RangeError('XMP packet does not fit into one segment');
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The next marker that is no restart ends the entropy-coded data. */
function endOfScan(bytes: Buffer, at: number): number {
  for (let found = bytes.indexOf(0xff, at); found >= 0; found = bytes.indexOf(0xff, found + 1)) {
    const marker = bytes[found + 1];
    if (marker === undefined) break;
    // Stuffed 0xff00 is data; 0xffff is fill before a marker.
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return found;
  }
  throw new UnusableImageError('JPEG: ends before its end');
}

/** The packet becomes the only metadata; image data is copied, not decoded. */
export function markJpeg(bytes: Buffer, packet: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from([0xff, SOI])];
  const mark = xmpSegment(packet);
  let marked = false;
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) throw new UnusableImageError('JPEG: no marker where one must be');
    // Readers expect JFIF first.
    if (!marked && marker !== APP0) {
      parts.push(mark);
      marked = true;
    }
    if (marker === EOI) return Buffer.concat([...parts, Buffer.from([0xff, EOI])]);
    if (at + 4 > bytes.length) throw new UnusableImageError('JPEG: ends before its end');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) throw new UnusableImageError('JPEG: segment is cut off');
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    if (isKept(marker, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, next));
    at = next;
  }
}
