import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { s3Access, s3Calls, sha256, signByHand, type S3Access, type S3Calls } from '../../test/s3.js';

let sandbox: TestSandbox;
let access: S3Access;
let s3: S3Calls;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  access = s3Access(sandbox);
  s3 = s3Calls(access);
});
afterEach(() => sandbox.reset());
afterAll(async () => {
  s3.client.destroy();
  await sandbox.dispose();
});

const SIGNED = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
const CHUNKS = ['first chunk, ', 'second chunk'];
const TEXT = CHUNKS.join('');

interface Changes {
  body?: (text: string) => string;
  checksum?: string;
  length?: number;
}

const crcOf = (text: string) => {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(text));
  return value.toString('base64');
};

/** Uploads in signed chunks, which this SDK does not support. */
async function upload(mode: string, changes: Changes = {}) {
  const withTrailer = mode.endsWith('-TRAILER');
  const isSigned = mode.startsWith(SIGNED);
  const url = `${access.endpoint}/${access.bucket}/a`;
  const { headers, next } = signByHand(access, 'PUT', url, {
    'x-amz-content-sha256': mode,
    'x-amz-decoded-content-length': String(changes.length ?? TEXT.length),
    ...(withTrailer && { 'x-amz-trailer': 'x-amz-checksum-crc32' }),
  });
  const chunk = (data: string) => {
    const extension = isSigned ? `;chunk-signature=${next('PAYLOAD', [sha256(''), sha256(data)])}` : '';
    return `${data.length.toString(16)}${extension}\r\n${data}${data === '' ? '' : '\r\n'}`;
  };
  let body = [...CHUNKS, ''].map(chunk).join('');
  if (withTrailer) {
    const trailer = `x-amz-checksum-crc32:${changes.checksum ?? crcOf(TEXT)}`;
    body += `${trailer}\r\n`;
    if (isSigned) body += `x-amz-trailer-signature:${next('TRAILER', [sha256(`${trailer}\n`)])}\r\n`;
  }
  body += '\r\n';
  const answer = await fetch(url, { method: 'PUT', headers, body: changes.body?.(body) ?? body });
  return { status: answer.status, code: /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1] };
}

describe('an aws-chunked upload', () => {
  it.each([SIGNED, `${SIGNED}-TRAILER`, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'])('of %s arrives whole', async (mode) => {
    expect(await upload(mode)).toEqual({ status: 200, code: undefined });
    expect((await s3.bytes('a')).toString()).toBe(TEXT);
  });

  it('keeps the checksum of its trailer', async () => {
    await upload(`${SIGNED}-TRAILER`);

    expect(await s3.head('a', { ChecksumMode: 'ENABLED' })).toMatchObject({ ChecksumCRC32: crcOf(TEXT) });
  });

  it.each([
    ['a chunk is changed', SIGNED, (text: string) => text.replace('first', 'worst'), 403, 'SignatureDoesNotMatch'],
    [
      'a chunk signature is changed',
      SIGNED,
      (text: string) => text.replace(/chunk-signature=.{8}/, 'chunk-signature=00000000'),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'a chunk signature is missing',
      SIGNED,
      (text: string) => text.replace(/;chunk-signature=[0-9a-f]+/, ''),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'a chunk is left out',
      SIGNED,
      (text: string) => text.slice(text.indexOf('c;chunk')),
      403,
      'SignatureDoesNotMatch',
    ],
    ['its end is missing', SIGNED, (text: string) => text.slice(0, text.indexOf('c;chunk')), 400, 'IncompleteBody'],
    ['a size is none', SIGNED, (text: string) => text.replace(/^d;/, 'x;'), 400, 'IncompleteBody'],
    ['a size is too large', SIGNED, (text: string) => text.replace(/^d;/, 'ffff;'), 400, 'IncompleteBody'],
    [
      'the trailer is changed',
      `${SIGNED}-TRAILER`,
      (text: string) => text.replace(/crc32:..../, 'crc32:AAAA'),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'the trailer is not signed',
      `${SIGNED}-TRAILER`,
      (text: string) => text.replace(/x-amz-trailer-signature.*\r\n/, ''),
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'the announced trailer is missing',
      'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
      (text: string) => text.replace(/x-amz-checksum.*\r\n/, ''),
      400,
      'MalformedTrailerError',
    ],
  ])('is refused when %s', async (_, mode, body, status, code) => {
    expect(await upload(mode, { body })).toEqual({ status, code });
    expect(await s3.keys()).toEqual([]);
  });

  it.each([`${SIGNED}-TRAILER`, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'])(
    'of %s is refused when its checksum is another',
    async (mode) => {
      expect(await upload(mode, { checksum: 'AAAAAA==' })).toEqual({ status: 400, code: 'BadDigest' });
    },
  );

  it('is refused when its length differs from the header', async () => {
    expect(await upload(SIGNED, { length: TEXT.length + 1 })).toEqual({ status: 400, code: 'IncompleteBody' });
  });
});
