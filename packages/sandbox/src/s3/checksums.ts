import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { notImplemented, S3Error } from './errors.js';

const CRC32C_POLYNOMIAL = 0x82f63b78;
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ CRC32C_POLYNOMIAL : value >>> 1;
  return value;
});

function crc32c(data: Buffer): number {
  let value = 0xffffffff;
  for (const byte of data) value = (CRC32C_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

const fourBytes = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};

/** By the suffix of the header `x-amz-checksum-<name>`. */
const ALGORITHMS: Record<string, (data: Buffer) => Buffer> = {
  crc32: (data) => fourBytes(crc32(data)),
  crc32c: (data) => fourBytes(crc32c(data)),
  sha1: (data) => createHash('sha1').update(data).digest(),
  sha256: (data) => createHash('sha256').update(data).digest(),
};

const PREFIX = 'x-amz-checksum-';
const NOT_CHECKSUMS = new Set(['mode', 'type', 'algorithm']);

export interface Checksum {
  header: string;
  value: string;
}

export const md5 = (data: Buffer): Buffer => createHash('md5').update(data).digest();

export function checksumOf(header: string, data: Buffer): Checksum {
  const algorithm = ALGORITHMS[header.slice(PREFIX.length)];
  if (!algorithm) throw notImplemented(header);
  return { header, value: algorithm(data).toString('base64') };
}

/** Returns the checksum to store with the object, if given. @throws S3Error `BadDigest` */
export function verifyChecksums(headers: Iterable<[string, string]>, data: Buffer): Checksum | undefined {
  let kept: Checksum | undefined;
  for (const [header, value] of headers) {
    if (header === 'content-md5' && value !== md5(data).toString('base64')) {
      throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
    }
    if (!header.startsWith(PREFIX) || NOT_CHECKSUMS.has(header.slice(PREFIX.length))) continue;
    kept = checksumOf(header, data);
    if (kept.value !== value) {
      const name = header.slice(PREFIX.length).toUpperCase();
      throw new S3Error(400, 'BadDigest', `The ${name} you specified did not match the calculated checksum.`);
    }
  }
  return kept;
}
