import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from '@jest/globals';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { useS3 } from '../../../test/support/http/s3.js';
import { S3Addresses, type S3Settings } from './s3-addresses.js';

const KEY = 'pictures/2026/11/3f2504e0-4f89-41d3-9a0c-0305e82c3301/1-aaaaaaaa.w320.webp';
const TERMS = { from: Date.UTC(2026, 10, 20, 6) / 1000, seconds: 43_200 };
const SETTINGS: S3Settings = {
  kind: 's3',
  bucket: 'pictures',
  region: 'eu-central-1',
  endpoint: null,
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a+secret/with=signs' },
  forcePathStyle: true,
  prefix: '',
  delivery: 'presigned',
};

/** The vendor's signature of the same request. */
async function vendorSignature(address: URL, { credentials, region }: S3Settings): Promise<unknown> {
  const sha256 = class {
    private readonly hash: ReturnType<typeof createHash | typeof createHmac>;
    constructor(key?: string | Uint8Array) {
      this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
    }
    update = (data: string | Uint8Array): unknown => this.hash.update(data);
    digest = (): Promise<Uint8Array> => Promise.resolve(this.hash.digest());
  };
  const presigner = new S3RequestPresigner({ credentials, region, sha256: sha256 as never });
  const signed = await presigner.presign(
    {
      method: 'GET',
      protocol: address.protocol,
      hostname: address.hostname,
      ...(address.port && { port: Number(address.port) }),
      path: address.pathname,
      query: { 'response-cache-control': address.searchParams.get('response-cache-control') },
      headers: { host: address.host },
    },
    { signingDate: new Date(TERMS.from * 1000), expiresIn: TERMS.seconds },
  );
  return signed.query;
}

describe('a presigned address', () => {
  test.each<[string, Partial<S3Settings>, string]>([
    ['of Amazon', {}, `https://s3.eu-central-1.amazonaws.com/pictures/${KEY}`],
    [
      'of Amazon, bucket in the host',
      { forcePathStyle: false },
      `https://pictures.s3.eu-central-1.amazonaws.com/${KEY}`,
    ],
    ['of Amazon in China', { region: 'cn-north-1' }, `https://s3.cn-north-1.amazonaws.com.cn/pictures/${KEY}`],
    [
      'of a store with a port and a path',
      { endpoint: 'http://localhost:3200/s3/' },
      `http://localhost:3200/s3/pictures/${KEY}`,
    ],
    [
      'of a shared bucket',
      { endpoint: 'https://store.example', prefix: 'One/two/' },
      `https://store.example/pictures/One/two/${KEY}`,
    ],
  ])('%s leads there, and is signed as the vendor signs', async (_, changes, place) => {
    const settings = { ...SETTINGS, ...changes };
    const address = new URL(new S3Addresses(settings).of(KEY, TERMS));
    expect(address.origin + address.pathname).toBe(place);
    expect(Object.fromEntries(address.searchParams)).toEqual(await vendorSignature(address, settings));
  });

  test('is the same for the same terms, and another for others', () => {
    const addresses = new S3Addresses(SETTINGS);
    const first = addresses.of(KEY, TERMS);
    const later = addresses.of(KEY, { ...TERMS, from: TERMS.from + 21_600 });
    expect(later).not.toBe(first);
    expect(addresses.of(KEY, { ...TERMS })).toBe(first);
    expect(addresses.of(KEY, { ...TERMS, seconds: 60 })).not.toBe(first);
  });

  test('holds the key’s name, and never its secret', () => {
    const address = decodeURIComponent(new S3Addresses(SETTINGS).of(KEY, TERMS));
    expect(address).toContain('AKIAEXAMPLE/20261120/eu-central-1/s3/aws4_request');
    expect(address).not.toContain(SETTINGS.credentials.secretAccessKey);
  });
});

describe('the store', () => {
  const s3 = useS3();
  const statusOf = async (address: string, method = 'GET'): Promise<number> => {
    const answer = await fetch(address, { method });
    await answer.arrayBuffer();
    return answer.status;
  };
  const now = (): number => Math.floor(Date.now() / 1000);

  test('gives the bytes to every holder of the address, cacheable until it expires', async () => {
    const storage = s3.open({ S3_PREFIX: 'shared' });
    const body = randomBytes(1_000);
    await storage.put(KEY, body, 'image/webp');
    const answer = await fetch(storage.directAddress(KEY, { from: now(), seconds: 3_600 }) ?? '');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600, immutable',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
  });

  test('refuses it when it was changed, has ended, or is used for something else', async () => {
    const storage = s3.open();
    await storage.put(KEY, Buffer.from('x'), 'image/webp');
    const address = storage.directAddress(KEY, { from: now() - 100, seconds: 200 }) ?? '';
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(address.replace('w320', 'w640'))).toBe(403);
    expect(await statusOf(address.replace('X-Amz-Expires=200', 'X-Amz-Expires=9999'))).toBe(403);
    expect(await statusOf(address.replace('immutable', 'public'))).toBe(403);
    expect(await statusOf(address, 'PUT')).toBe(403);
    expect(await statusOf(address, 'DELETE')).toBe(403);
    expect(await statusOf(storage.directAddress(KEY, { from: now() - 100, seconds: 50 }) ?? '')).toBe(403);
    await storage.remove(KEY);
    expect(await statusOf(address)).toBe(404);
  });

  test('has no addresses where images go through the API', async () => {
    const storage = s3.open({ S3_DELIVERY: 'proxy' });
    expect(storage.directAddress(KEY, TERMS)).toBeNull();
  });
});
