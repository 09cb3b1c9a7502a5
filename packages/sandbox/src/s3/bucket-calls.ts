import { readBody } from './body.js';
import { notImplemented, S3Error } from './errors.js';
import { methodNotAllowed, noSuchBucket, xmlAnswer, type ObjectCall, type S3Answer } from './object-calls.js';
import type { ObjectStore, StoredObject } from './object-store.js';
import type { S3Request } from './request.js';
import { childrenOf, parseXml } from './xml.js';

const MAX_KEYS = 1000;
const LIST_PARAMETERS = new Set([
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
]);

export const listBuckets = (store: ObjectStore, now: number): S3Answer =>
  xmlAnswer('ListAllMyBucketsResult', {
    Owner: { ID: 'sandbox' },
    Buckets: { Bucket: store.names().map((Name) => ({ Name, CreationDate: new Date(now).toISOString() })) },
  });

export function createBucket(store: ObjectStore, name: string): S3Answer {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) || name.includes('..')) {
    throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.', { BucketName: name });
  }
  if (store.find(name)) {
    const message = 'Your previous request to create the named bucket succeeded and you already own it.';
    throw new S3Error(409, 'BucketAlreadyOwnedByYou', message, { BucketName: name });
  }
  store.create(name);
  return { status: 200, headers: { location: `/${name}` }, body: Buffer.alloc(0) };
}

export function callBucket(call: ObjectCall): S3Answer | Promise<S3Answer> {
  const { request, bucket, store } = call;
  switch (request.method) {
    case 'HEAD':
      return { status: 200, headers: { 'content-length': '0' }, body: Buffer.alloc(0) };
    case 'GET':
      return listObjects(request, bucket.list());
    case 'POST':
      if (request.parameter('delete') === undefined) throw methodNotAllowed();
      return deleteObjects(call);
    case 'DELETE':
      if (bucket.list().length > 0) {
        throw new S3Error(409, 'BucketNotEmpty', 'The bucket you tried to delete is not empty', {
          BucketName: request.bucket,
        });
      }
      store.remove(request.bucket);
      return { status: 204, headers: {} };
    default:
      throw methodNotAllowed();
  }
}

/** @throws S3Error `NoSuchBucket` */
export function bucketOf(store: ObjectStore, name: string) {
  const bucket = store.find(name);
  if (!bucket) throw noSuchBucket(name);
  return bucket;
}

function listObjects(request: S3Request, objects: StoredObject[]): S3Answer {
  const unknown = request.query.find(
    ([name]) => !LIST_PARAMETERS.has(name) && name !== 'x-id' && !name.startsWith('X-Amz-'),
  );
  if (unknown) throw notImplemented(unknown[0]);
  if (request.parameter('list-type') !== '2') throw notImplemented('list-type other than 2');
  const wanted = Number(request.parameter('max-keys') ?? MAX_KEYS);
  if (!Number.isInteger(wanted) || wanted < 0) {
    throw new S3Error(400, 'InvalidArgument', 'Provided max-keys not an integer or within integer range');
  }
  const limit = Math.min(wanted, MAX_KEYS);
  const token = request.parameter('continuation-token');
  const after = token === undefined ? request.parameter('start-after') : Buffer.from(token, 'base64url').toString();
  const { prefix = '', delimiter = '' } = {
    prefix: request.parameter('prefix'),
    delimiter: request.parameter('delimiter'),
  };
  const all = entriesOf(objects, prefix, delimiter).filter(({ name }) => after === undefined || isAfter(name, after));
  const page = all.slice(0, limit);
  const isTruncated = limit > 0 && all.length > limit;
  const encode = request.parameter('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  return xmlAnswer('ListBucketResult', {
    Name: request.bucket,
    Prefix: encode(prefix),
    ...(delimiter && { Delimiter: encode(delimiter) }),
    ...(request.parameter('encoding-type') && { EncodingType: 'url' }),
    MaxKeys: limit,
    KeyCount: page.length,
    IsTruncated: isTruncated,
    ...(isTruncated && { NextContinuationToken: Buffer.from(page.at(-1)?.name ?? '').toString('base64url') }),
    ...(token !== undefined && { ContinuationToken: token }),
    Contents: page.flatMap(({ object }) => (object ? [contentOf(object, encode)] : [])),
    CommonPrefixes: page.flatMap(({ name, object }) => (object ? [] : [{ Prefix: encode(name) }])),
  });
}

const isAfter = (name: string, marker: string): boolean => Buffer.compare(Buffer.from(name), Buffer.from(marker)) > 0;

const contentOf = (object: StoredObject, encode: (key: string) => string) => ({
  Key: encode(object.key),
  LastModified: new Date(object.lastModified).toISOString(),
  ETag: object.etag,
  Size: object.size,
  StorageClass: 'STANDARD',
});

/** Groups keys that have the delimiter after the prefix. */
function entriesOf(objects: StoredObject[], prefix: string, delimiter: string) {
  const entries = new Map<string, { name: string; object?: StoredObject }>();
  for (const object of objects) {
    if (!object.key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const name = end < 0 ? object.key : object.key.slice(0, end + delimiter.length);
    if (end < 0) entries.set(name, { name, object });
    else if (!entries.has(name)) entries.set(name, { name });
  }
  return [...entries.values()];
}

async function deleteObjects({ request, signed, bucket }: ObjectCall): Promise<S3Answer> {
  const { data, checksum } = await readBody(request, signed);
  if (!checksum && request.header('content-md5') === undefined) {
    const message = 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*';
    throw new S3Error(400, 'InvalidRequest', message);
  }
  const root = parseXml(data.toString());
  const keys = root ? childrenOf(root, 'Object').map((object) => childrenOf(object, 'Key')[0]?.textContent) : [];
  if (keys.length === 0 || keys.length > MAX_KEYS || root?.localName !== 'Delete') throw malformedXml();
  const named = keys.map((key) => {
    if (!key) throw malformedXml();
    return key;
  });
  for (const key of named) bucket.remove(key);
  const isQuiet = childrenOf(root, 'Quiet')[0]?.textContent === 'true';
  return xmlAnswer('DeleteResult', { Deleted: isQuiet ? [] : named.map((Key) => ({ Key })) });
}

const malformedXml = (): S3Error =>
  new S3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );
