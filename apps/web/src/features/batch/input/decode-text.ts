const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How files begin that may pass for text: ZIP, which sheets of Excel are too, older ones of Office, PDF. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The text of a file: by its byte-order mark, else UTF-8, else the encoding of Chinese Windows. Null: it is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (SIGNATURES.some(begins)) return null;
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => begins(mark));
  const text = marked ? decode(bytes, marked[0]) : (decode(bytes, 'utf-8') ?? decode(bytes, 'gbk'));
  return text?.includes('\0') ? null : text;
}
