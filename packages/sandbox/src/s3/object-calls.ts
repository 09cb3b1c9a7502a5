import { type Answer } from '../kit/bad-answers.js';
import { checksumOf, md5 } from './checksums.js';
import { checkRead, checkWrite, noSuchKey, rangeOf } from './conditions.js';
import { accessDenied, notImplemented, S3_NAMESPACE, S3Error } from './errors.js';
import { readBody } from './body.js';
import { storedContent, type SilentFailure } from './failures.js';
import type { Bucket, ObjectStore, StoredObject } from './object-store.js';
import type { S3Request } from './request.js';
import type { Signed } from './signature.js';
import { xmlOf, type XmlContent } from './xml.js';

export interface ObjectCall {
  request: S3Request;
  signed: Signed;
  bucket: Bucket;
  store: ObjectStore;
  now: number;
  silentFailure: SilentFailure | undefined;
}

export type S3Answer = Answer | { status: 204 | 304; headers: Record<string, string> };

const KEPT_HEADERS = ['cache-control', 'content-disposition', 'content-language', 'content-type', 'expires'];
const OVERRIDES = [...KEPT_HEADERS, 'content-encoding'];
const DEFAULT_TYPE = 'binary/octet-stream';
/** Unsupported features. */
const SUBRESOURCES = [
  'acl',
  'tagging',
  'uploads',
  'uploadId',
  'versionId',
  'torrent',
  'retention',
  'legal-hold',
  'restore',
];

export const xmlAnswer = (root: string, content: XmlContent): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(xmlOf(root, content, S3_NAMESPACE)),
});

export function callObject(call: ObjectCall): S3Answer | Promise<S3Answer> {
  const { request, bucket } = call;
  const unknown = SUBRESOURCES.find((name) => request.parameter(name) !== undefined);
  if (unknown) throw notImplemented(unknown);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return sendObject(call);
    case 'PUT':
      return request.header('x-amz-copy-source') === undefined ? putObject(call) : copyObject(call);
    case 'DELETE':
      bucket.remove(request.key);
      return { status: 204, headers: {} };
    default:
      throw methodNotAllowed();
  }
}

export const methodNotAllowed = (): S3Error =>
  new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');

async function putObject({ request, signed, bucket, now, silentFailure }: ObjectCall): Promise<S3Answer> {
  const { key } = request;
  const lengths = ['content-length', 'x-amz-decoded-content-length'];
  if (lengths.every((name) => request.header(name) === undefined)) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if ((request.header('if-none-match') ?? '*') !== '*') throw notImplemented('If-None-Match');
  const { data, checksum } = await readBody(request, signed);
  // Checked after the body arrived, because of two concurrent writes only one may create the object.
  checkWrite(request, bucket.find(key));
  const headers = describedBy(request);
  const kept = storedContent(silentFailure, data);
  if (kept) {
    const keptChecksum = checksum && checksumOf(checksum.header, kept);
    bucket.put({ key, headers, ...(keptChecksum && { checksum: keptChecksum }) }, kept, now);
  }
  const answered = { etag: `"${md5(data).toString('hex')}"`, ...(checksum && { [checksum.header]: checksum.value }) };
  return { status: 200, headers: answered, body: Buffer.alloc(0) };
}

function describedBy(request: S3Request): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': DEFAULT_TYPE };
  for (const name of Object.keys(request.c.env.incoming.headers)) {
    const value = request.header(name);
    if (value !== undefined && (KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-'))) headers[name] = value;
  }
  // "aws-chunked" is a transfer encoding, not part of the content.
  const encoding = (request.header('content-encoding') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'aws-chunked');
  return { ...headers, ...(encoding.length > 0 && { 'content-encoding': encoding.join(',') }) };
}

function copyObject({ request, bucket, store, now, silentFailure }: ObjectCall): S3Answer {
  const source = decodeURIComponent(request.header('x-amz-copy-source') ?? '').replace(/^\//, '');
  const slash = source.indexOf('/');
  const [fromBucket, fromKey] = [source.slice(0, slash), source.slice(slash + 1)];
  const from = store.find(fromBucket);
  if (!from) throw noSuchBucket(fromBucket);
  const original = from.find(fromKey);
  if (!original) throw noSuchKey(fromKey);
  const isReplaced = request.header('x-amz-metadata-directive') === 'REPLACE';
  if (!isReplaced && from === bucket && fromKey === request.key) {
    const message =
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.";
    throw new S3Error(400, 'InvalidRequest', message);
  }
  checkWrite(request, bucket.find(request.key));
  const headers = isReplaced ? describedBy(request) : original.headers;
  const data = from.read(original);
  const kept = storedContent(silentFailure, data);
  const checksum = original.checksum && kept && checksumOf(original.checksum.header, kept);
  if (kept) bucket.put({ key: request.key, headers, ...(checksum && { checksum }) }, kept, now);
  return xmlAnswer('CopyObjectResult', { LastModified: new Date(now).toISOString(), ETag: original.etag });
}

export const noSuchBucket = (name: string): S3Error =>
  new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });

function sendObject({ request, bucket }: ObjectCall): S3Answer {
  const object = bucket.find(request.key);
  if (!object) throw noSuchKey(request.key);
  const headers = headersOf(object);
  if (checkRead(request, object) === 'unchanged') {
    const { etag, 'last-modified': lastModified, 'cache-control': cacheControl } = headers;
    const kept = Object.entries({ etag, 'last-modified': lastModified, 'cache-control': cacheControl });
    return { status: 304, headers: Object.fromEntries(kept.filter((entry): entry is [string, string] => !!entry[1])) };
  }
  const overridden = { ...headers, ...overridesOf(request) };
  const range = rangeOf(request.header('range'), object.size);
  const data = bucket.read(object);
  if (range) {
    const body = data.subarray(range.start, range.end + 1);
    const contentRange = `bytes ${range.start}-${range.end}/${object.size}`;
    return { status: 206, headers: { ...overridden, ...lengthOf(body), 'content-range': contentRange }, body };
  }
  const mode = request.header('x-amz-checksum-mode') ?? request.parameter('x-amz-checksum-mode');
  const { checksum } = object;
  const checksums = mode?.toUpperCase() === 'ENABLED' && checksum ? { [checksum.header]: checksum.value } : {};
  return { status: 200, headers: { ...overridden, ...lengthOf(data), ...checksums }, body: data };
}

const lengthOf = (body: Buffer) => ({ 'content-length': String(body.byteLength) });

const headersOf = ({ headers, etag, lastModified }: StoredObject): Record<string, string> => ({
  ...headers,
  etag,
  'last-modified': new Date(lastModified).toUTCString(),
  'accept-ranges': 'bytes',
});

/** `response-content-disposition` and others, allowed in presigned URLs only. */
function overridesOf(request: S3Request): Record<string, string> {
  const found = OVERRIDES.map((name) => [name, request.parameter(`response-${name}`)] as const);
  const overrides = found.filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (overrides.some(([, value]) => /[\r\n]/.test(value))) throw accessDenied('Header values cannot hold line breaks');
  return Object.fromEntries(overrides);
}
