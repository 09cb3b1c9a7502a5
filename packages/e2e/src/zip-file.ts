import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

/** Read by the central directory. @throws Error if the archive is incomplete */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - END_BYTES;
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('The archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory is broken');
    const method = archive.readUInt16LE(at + 10);
    if (method !== STORED && method !== DEFLATED) throw new Error(`A file is packed in an unknown way: ${method}`);
    const length = archive.readUInt32LE(at + 20);
    const name = archive.readUInt16LE(at + 28);
    const beside = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    const start = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(start) !== LOCAL_ENTRY) throw new Error('A file is not where the directory says');
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(content, content + length);
    files.set(archive.toString('utf8', at + 46, at + 46 + name), method === STORED ? bytes : inflateRawSync(bytes));
    at += 46 + name + beside;
  }
  return files;
}
