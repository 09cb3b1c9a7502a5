import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { BODY, errorOf, s3Access, s3Calls, type S3Calls } from '../../test/s3.js';

let sandbox: TestSandbox;
let s3: S3Calls;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  s3 = s3Calls(s3Access(sandbox));
});
afterEach(() => sandbox.reset());
afterAll(async () => {
  s3.client.destroy();
  await sandbox.dispose();
});

describe('an object, with the unmodified SDK', () => {
  it('is returned as stored', async () => {
    await s3.put('a.png', {
      ContentType: 'image/png',
      CacheControl: 'public, max-age=31536000, immutable',
      ContentDisposition: `attachment; filename*=UTF-8''%E7%81%AF%E5%A1%94.png`,
      ContentLanguage: 'zh',
      ContentEncoding: 'identity',
      Metadata: { owner: 'somebody' },
    });

    const { Body, ...object } = await s3.get('a.png');

    expect(Buffer.from((await Body?.transformToByteArray()) ?? [])).toEqual(BODY);
    expect(object).toMatchObject({
      ContentLength: 1000,
      ContentType: 'image/png',
      CacheControl: 'public, max-age=31536000, immutable',
      ContentDisposition: `attachment; filename*=UTF-8''%E7%81%AF%E5%A1%94.png`,
      ContentLanguage: 'zh',
      ContentEncoding: 'identity',
      Metadata: { owner: 'somebody' },
      AcceptRanges: 'bytes',
      ETag: `"${createHash('md5').update(BODY).digest('hex')}"`,
      LastModified: expect.any(Date),
      ChecksumCRC32: expect.any(String),
    });
  });

  it.each([
    '海边的灯塔/第 1 张.png',
    "a b+c&d=e?f#g%h!'()*~",
    'emoji 🗼',
    'é and é',
    'a//b',
    'a<&>"b',
    'x'.repeat(1024),
  ])('has the key %j', async (key) => {
    await s3.put(key);

    expect(await s3.bytes(key)).toEqual(BODY);
    expect(await s3.keys()).toEqual([key]);
    await s3.remove(key);
    expect(await s3.keys()).toEqual([]);
  });

  it('refuses a key of more than 1024 bytes', async () => {
    expect(await errorOf(s3.put('灯'.repeat(342)))).toEqual({ name: 'KeyTooLongError', status: 400 });
  });

  it('answers HEAD without its content', async () => {
    const { ETag } = await s3.put('a', { ContentType: 'image/jpeg' });

    expect(await s3.head('a')).toMatchObject({ ContentLength: 1000, ContentType: 'image/jpeg', ETag });
    expect(await errorOf(s3.head('b'))).toEqual({ name: 'NotFound', status: 404 });
  });

  it('is replaced atomically', async () => {
    await s3.put('a', { Metadata: { first: '1' }, CacheControl: 'no-store' });
    await s3.put('a', { Body: 'second' });

    expect(await s3.head('a')).toMatchObject({
      ContentLength: 6,
      Metadata: {},
      ContentType: 'application/octet-stream',
    });
    expect((await s3.head('a')).CacheControl).toBeUndefined();
    const files = (await readdir(join(sandbox.dir, 's3', s3.Bucket))).filter((name) => name.endsWith('.bin'));
    expect(files).toHaveLength(1);
  });

  it('may be empty', async () => {
    await s3.put('a', { Body: Buffer.alloc(0) });

    expect([(await s3.bytes('a')).byteLength, (await s3.head('a')).ContentLength]).toEqual([0, 0]);
  });

  it('may have several megabytes, up to a limit', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 'large');
    await s3.put('a', { Body: large });

    expect((await s3.bytes('a')).equals(large)).toBe(true);
    expect(await errorOf(s3.put('a', { Body: Buffer.alloc(65 * 1024 * 1024) }))).toMatchObject({
      name: 'EntityTooLarge',
    });
  });

  it('is stored on disk and survives a restart, as do the keys', async () => {
    await s3.put('灯塔', { ContentType: 'image/png' });
    const access = s3Access(sandbox);

    s3.client.destroy();
    sandbox = await sandbox.restart();
    s3 = s3Calls(s3Access(sandbox));

    expect(s3Access(sandbox)).toEqual(access);
    expect(await s3.bytes('灯塔')).toEqual(BODY);
    const folder = join(sandbox.dir, 's3', s3.Bucket);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.bin'));
    expect(await readFile(join(folder, file))).toEqual(BODY);
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
  });

  it('is deleted; deleting a missing object succeeds', async () => {
    await s3.put('a');
    await s3.remove('a');

    expect(await errorOf(s3.get('a'))).toEqual({ name: 'NoSuchKey', status: 404 });
    expect(await errorOf(s3.remove('a'))).toMatchObject({ name: 'none' });
    expect(await readdir(join(sandbox.dir, 's3', s3.Bucket))).toEqual([]);
  });

  it('is gone after a reset', async () => {
    await s3.put('a');

    await sandbox.control('reset', {});

    expect(await s3.keys()).toEqual([]);
  });
});

describe('a streamed upload, the default of the SDK', () => {
  const source = (body = BODY) => Readable.from([body.subarray(0, 300), body.subarray(300)]);

  it.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)('arrives whole, with its %s', async (ChecksumAlgorithm) => {
    await s3.put('a', { Body: source(), ContentLength: 1000, ChecksumAlgorithm });

    expect(await s3.bytes('a')).toEqual(BODY);
    expect(await s3.head('a', { ChecksumMode: 'ENABLED' })).toHaveProperty(`Checksum${ChecksumAlgorithm}`);
    expect((await s3.head('a')).ContentEncoding).toBeUndefined();
  });

  it('keeps its content encoding', async () => {
    await s3.put('a', { Body: source(), ContentLength: 1000, ContentEncoding: 'gzip' });

    expect((await s3.head('a')).ContentEncoding).toBe('gzip');
  });

  it('is refused with a wrong checksum', async () => {
    expect(await errorOf(s3.put('a', { ChecksumCRC32: 'AAAAAA==' }))).toEqual({ name: 'BadDigest', status: 400 });
    expect(await errorOf(s3.put('a', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }))).toMatchObject({ name: 'BadDigest' });
    expect(await s3.keys()).toEqual([]);
  });

  it('is refused with an unknown checksum algorithm', async () => {
    expect(await errorOf(s3.put('a', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }))).toMatchObject({ name: 'NotImplemented' });
  });
});

describe('a byte range', () => {
  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=990-', 990, 1000],
    ['bytes=990-5000', 990, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=-5000', 0, 1000],
  ])('%s', async (Range, start, end) => {
    await s3.put('a');

    const part = await s3.get('a', { Range });

    expect(part).toMatchObject({
      $metadata: { httpStatusCode: 206 },
      ContentRange: `bytes ${start}-${end - 1}/1000`,
      ContentLength: end - start,
    });
    expect(Buffer.from((await part.Body?.transformToByteArray()) ?? [])).toEqual(BODY.subarray(start, end));
  });

  it.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000'])('cannot be %s', async (Range) => {
    await s3.put('a');

    expect(await errorOf(s3.get('a', { Range }))).toEqual({ name: 'InvalidRange', status: 416 });
  });

  it.each(['bytes=9-5', 'bytes=0-1,5-6', 'lines=1-2'])('is the whole for %s', async (Range) => {
    await s3.put('a');

    expect(await s3.get('a', { Range })).toMatchObject({ $metadata: { httpStatusCode: 200 }, ContentLength: 1000 });
  });
});

describe('conditions', () => {
  const past = new Date(Date.now() - 3_600_000);
  const future = new Date(Date.now() + 3_600_000);

  it('answer 304 for an unchanged object', async () => {
    const { ETag } = await s3.put('a', { CacheControl: 'private' });

    expect((await errorOf(s3.get('a', { IfNoneMatch: ETag }))).status).toBe(304);
    expect((await errorOf(s3.head('a', { IfNoneMatch: ETag }))).status).toBe(304);
    expect((await errorOf(s3.get('a', { IfModifiedSince: future }))).status).toBe(304);
    expect((await errorOf(s3.get('a', { IfNoneMatch: '"other"' }))).status).toBe(200);
    expect((await errorOf(s3.get('a', { IfModifiedSince: past }))).status).toBe(200);
    expect((await errorOf(s3.get('a', { IfModifiedSince: future, IfNoneMatch: '"other"' }))).status).toBe(200);
  });

  it('answer 412 for a changed object', async () => {
    const { ETag } = await s3.put('a');

    expect(await errorOf(s3.get('a', { IfMatch: '"other"' }))).toEqual({ name: 'PreconditionFailed', status: 412 });
    expect((await errorOf(s3.get('a', { IfUnmodifiedSince: past }))).status).toBe(412);
    expect((await errorOf(s3.get('a', { IfMatch: ETag, IfUnmodifiedSince: past }))).status).toBe(200);
  });

  it('refuse a write when the object exists', async () => {
    await s3.put('a', { IfNoneMatch: '*', Body: 'first' });

    expect(await errorOf(s3.put('a', { IfNoneMatch: '*' }))).toEqual({ name: 'PreconditionFailed', status: 412 });
    expect((await s3.bytes('a')).toString()).toBe('first');
  });

  it('accept one of several concurrent writes', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => errorOf(s3.put('a', { IfNoneMatch: '*', Body: `${index}` }))),
    );

    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 412)).toHaveLength(7);
  });

  it('refuse a write when the object has changed', async () => {
    const { ETag } = await s3.put('a');

    expect((await errorOf(s3.put('a', { IfMatch: '"other"' }))).status).toBe(412);
    expect(await errorOf(s3.put('b', { IfMatch: ETag }))).toEqual({ name: 'NoSuchKey', status: 404 });
    expect((await errorOf(s3.put('a', { IfMatch: ETag }))).status).toBe(200);
  });
});
