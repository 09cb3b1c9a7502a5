import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
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

describe('CopyObject', () => {
  it('creates the same object under another key', async () => {
    const { ETag } = await s3.put('灯 塔', { ContentType: 'image/png', Metadata: { a: '1' } });

    const { CopyObjectResult } = await s3.copy('b', '灯 塔');

    expect(CopyObjectResult?.ETag).toBe(ETag);
    expect(await s3.head('b')).toMatchObject({ ContentType: 'image/png', Metadata: { a: '1' }, ContentLength: 1000 });
    expect(await s3.bytes('b')).toEqual(BODY);
  });

  it('can replace the metadata', async () => {
    await s3.put('a', { ContentType: 'image/png', Metadata: { a: '1' } });

    await s3.copy('a', 'a', { MetadataDirective: 'REPLACE', ContentType: 'image/jpeg' });

    expect(await s3.head('a')).toMatchObject({ ContentType: 'image/jpeg', Metadata: {} });
    expect(await errorOf(s3.copy('a', 'a'))).toEqual({ name: 'InvalidRequest', status: 400 });
  });

  it('answers NoSuchKey for a missing source', async () => {
    expect(await errorOf(s3.copy('b', 'a'))).toEqual({ name: 'NoSuchKey', status: 404 });
  });
});

describe('ListObjectsV2', () => {
  it('sorts by the bytes of the keys, in pages', async () => {
    const keys = ['b/2', 'a', 'B', '灯', 'b/1', 'b/10', '😀', '\uffee'];
    for (const key of keys) await s3.put(key);
    const pages: string[][] = [];
    let token: string | undefined;
    do {
      const page = await s3.list({ MaxKeys: 3, ContinuationToken: token });
      pages.push(page.Contents?.map(({ Key = '' }) => Key) ?? []);
      expect(page.KeyCount).toBe(pages.at(-1)?.length);
      token = page.NextContinuationToken;
    } while (token !== undefined);

    expect(pages).toEqual([
      ['B', 'a', 'b/1'],
      ['b/10', 'b/2', '灯'],
      ['\uffee', '😀'],
    ]);
    // UTF-8 bytes and UTF-16 code units sort differently.
    expect(await s3.keys({ StartAfter: '\uffee' })).toEqual(['😀']);
  });

  it('contains size, time and ETag', async () => {
    const { ETag } = await s3.put('a');

    expect((await s3.list()).Contents).toEqual([
      { Key: 'a', Size: 1000, ETag, LastModified: expect.any(Date), StorageClass: 'STANDARD' },
    ]);
  });

  it('supports start-after and prefix', async () => {
    for (const key of ['a/1', 'a/2', 'b/1', 'b/2 x']) await s3.put(key);

    expect(await s3.keys({ Prefix: 'b/' })).toEqual(['b/1', 'b/2 x']);
    expect(await s3.keys({ StartAfter: 'a/2' })).toEqual(['b/1', 'b/2 x']);
    expect(await s3.keys({ Prefix: 'b/2', EncodingType: 'url' })).toEqual(['b%2F2%20x']);
    expect(await s3.keys({ MaxKeys: 0 })).toEqual([]);
  });

  it('supports a delimiter, and continues after a common prefix', async () => {
    for (const key of ['a/1', 'a/2', 'b', 'c/1']) await s3.put(key);

    const first = await s3.list({ Delimiter: '/', MaxKeys: 1 });
    const rest = await s3.list({ Delimiter: '/', ContinuationToken: first.NextContinuationToken });

    expect(first.CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
    expect([rest.Contents?.map(({ Key }) => Key), rest.CommonPrefixes]).toEqual([['b'], [{ Prefix: 'c/' }]]);
  });
});

describe('DeleteObjects', () => {
  it('deletes objects and lists them', async () => {
    for (const key of ['a', '灯 & <塔>', 'c']) await s3.put(key);
    const Objects = [{ Key: 'a' }, { Key: '灯 & <塔>' }, { Key: 'never there' }];

    const { Deleted, Errors } = await s3.client.send(
      new DeleteObjectsCommand({ Bucket: s3.Bucket, Delete: { Objects } }),
    );

    expect(Deleted).toEqual(Objects);
    expect(Errors).toBeUndefined();
    expect(await s3.keys()).toEqual(['c']);
  });

  it('deletes objects in quiet mode', async () => {
    await s3.put('a');
    const Delete = { Objects: [{ Key: 'a' }], Quiet: true };

    expect((await s3.client.send(new DeleteObjectsCommand({ Bucket: s3.Bucket, Delete }))).Deleted).toBeUndefined();
    expect(await s3.keys()).toEqual([]);
  });

  it('requires one to a thousand keys', async () => {
    const remove = (count: number) => {
      const Objects = Array.from({ length: count }, (_, index) => ({ Key: `${index}` }));
      return errorOf(s3.client.send(new DeleteObjectsCommand({ Bucket: s3.Bucket, Delete: { Objects } })));
    };

    expect([await remove(0), await remove(1001)]).toEqual([
      { name: 'MalformedXML', status: 400 },
      { name: 'MalformedXML', status: 400 },
    ]);
    expect((await remove(1000)).status).toBe(200);
  });
});

describe('a bucket', () => {
  const other = { Bucket: 'another-one' };

  it('is created, listed and deleted', async () => {
    await s3.client.send(new CreateBucketCommand(other));
    await s3.client.send(new PutObjectCommand({ ...other, Key: 'a', Body: 'a' }));

    expect((await s3.client.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual([
      'another-one',
      s3.Bucket,
    ]);
    expect(await errorOf(s3.client.send(new DeleteBucketCommand(other)))).toEqual({
      name: 'BucketNotEmpty',
      status: 409,
    });
    await s3.client.send(new DeleteObjectCommand({ ...other, Key: 'a' }));
    await s3.client.send(new DeleteBucketCommand(other));
    expect(await errorOf(s3.client.send(new HeadBucketCommand(other)))).toEqual({ name: 'NotFound', status: 404 });
  });

  it('exists from the start, and cannot be created twice', async () => {
    expect((await errorOf(s3.client.send(new HeadBucketCommand({ Bucket: s3.Bucket })))).status).toBe(200);
    expect(await errorOf(s3.client.send(new CreateBucketCommand({ Bucket: s3.Bucket })))).toMatchObject({
      name: 'BucketAlreadyOwnedByYou',
    });
  });

  it('answers NoSuchBucket when it does not exist', async () => {
    expect(await errorOf(s3.client.send(new GetObjectCommand({ ...other, Key: 'a' })))).toMatchObject({
      name: 'NoSuchBucket',
    });
    expect(await errorOf(s3.client.send(new PutObjectCommand({ ...other, Key: 'a', Body: 'a' })))).toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  it('requires a name that is valid in a URL', async () => {
    const Buckets = ['Upper', '-a-b-', 'a..b'];

    for (const name of Buckets) {
      expect(await errorOf(s3.client.send(new CreateBucketCommand({ Bucket: name })))).toMatchObject({ status: 400 });
    }
  });
});
