import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandInput,
  type PutObjectCommandInput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { createHash, createHmac } from 'node:crypto';
import type { TestSandbox } from './sandbox.js';

export interface S3Access {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export function s3Access(sandbox: TestSandbox): S3Access {
  const offer = sandbox.offers()['s3'] ?? {};
  return {
    endpoint: offer['S3_ENDPOINT'] ?? '',
    region: offer['S3_REGION'] ?? '',
    bucket: offer['S3_BUCKET'] ?? '',
    accessKeyId: offer['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: offer['S3_SECRET_ACCESS_KEY'] ?? '',
  };
}

/** Without retries, so that a test sees each answer. */
export function s3Client({ endpoint, region, ...keys }: S3Access, config: S3ClientConfig = {}): S3Client {
  return new S3Client({ endpoint, region, credentials: keys, forcePathStyle: true, maxAttempts: 1, ...config });
}

export const BODY = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));

export type S3Calls = ReturnType<typeof s3Calls>;

export function s3Calls(access: S3Access, config?: S3ClientConfig) {
  const client = s3Client(access, config);
  const { bucket: Bucket } = access;
  const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
    client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  const list = (more: object = {}) => client.send(new ListObjectsV2Command({ Bucket, ...more }));
  return {
    client,
    Bucket,
    get,
    list,
    put: (Key: string, more: Partial<PutObjectCommandInput> = {}) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body: BODY, ...more })),
    bytes: async (Key: string) => Buffer.from((await (await get(Key)).Body?.transformToByteArray()) ?? []),
    head: (Key: string, more: object = {}) => client.send(new HeadObjectCommand({ Bucket, Key, ...more })),
    remove: (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key })),
    copy: (Key: string, from: string, more: object = {}) =>
      client.send(new CopyObjectCommand({ Bucket, Key, CopySource: encodeURI(`${Bucket}/${from}`), ...more })),
    keys: async (more: object = {}) => (await list(more)).Contents?.map(({ Key }) => Key) ?? [],
  };
}

interface Failed {
  name: string;
  $metadata?: { httpStatusCode?: number };
}

export async function errorOf(call: Promise<unknown>): Promise<{ name: string; status: number | undefined }> {
  const fine: Failed = { name: 'none', $metadata: { httpStatusCode: 200 } };
  const { name, $metadata } = await call.then(
    () => fine,
    (error: Failed) => error,
  );
  return { name, status: $metadata?.httpStatusCode };
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export interface HandSigned {
  headers: Record<string, string>;
  signature: string;
  next(kind: 'PAYLOAD' | 'TRAILER', hashes: string[]): string;
}

/** For requests that the SDK does not send. `url` has no query. */
export function signByHand(
  access: S3Access,
  method: string,
  url: string,
  extra: Record<string, string> & { 'x-amz-content-sha256': string },
): HandSigned {
  const date = `${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
  const scope = `${date.slice(0, 8)}/${access.region}/s3/aws4_request`;
  const { host, pathname } = new URL(url);
  const headers: Record<string, string> = { host, 'x-amz-date': date, ...extra };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    method,
    pathname,
    '',
    ...names.map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    names.join(';'),
    extra['x-amz-content-sha256'],
  ].join('\n');
  const key = [scope.slice(0, 8), access.region, 's3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => hmac(previous, part),
    Buffer.from(`AWS4${access.secretAccessKey}`),
  );
  const sign = (kind: string, lines: string[]) =>
    hmac(key, [`AWS4-HMAC-SHA256${kind}`, date, scope, ...lines].join('\n')).toString('hex');
  const signature = sign('', [sha256(canonical)]);
  let previous = signature;
  const authorization = `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const sent = Object.fromEntries(Object.entries({ ...headers, authorization }).filter(([name]) => name !== 'host'));
  return {
    headers: sent,
    signature,
    next: (kind, hashes) => {
      previous = sign(`-${kind}`, [previous, ...hashes]);
      return previous;
    },
  };
}

export { sha256 };
