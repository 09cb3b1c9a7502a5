import { describe, expect, it } from '@jest/globals';
import { describeImageStore, readImageOrigin } from './image-store.js';

const BUCKET = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };

describe('readImageOrigin', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['on disk is our own', {}, undefined],
    ['at Amazon is the region’s', BUCKET, 'https://s3.us-east-1.amazonaws.com'],
    ['in China is its own', { ...BUCKET, S3_REGION: 'cn-north-1' }, 'https://s3.cn-north-1.amazonaws.com.cn'],
    ['at another store is that', { ...BUCKET, S3_ENDPOINT: 'http://localhost:3200/s3' }, 'http://localhost:3200'],
    [
      'may name the bucket',
      { ...BUCKET, S3_ENDPOINT: 'https://store.example:9000', S3_FORCE_PATH_STYLE: 'false' },
      'https://pictures.store.example:9000',
    ],
    ['behind the API is our own', { ...BUCKET, S3_DELIVERY: 'proxy' }, undefined],
    ['without a bucket is our own', { S3_ENDPOINT: 'https://store.example' }, undefined],
    ['at no address is none', { ...BUCKET, S3_ENDPOINT: 'store' }, undefined],
  ])('%s', (_, userEnv, origin) => {
    expect(readImageOrigin(userEnv)).toBe(origin);
  });
});

describe('describeImageStore', () => {
  it('shows the bucket without its keys', () => {
    expect(describeImageStore({})).toBeUndefined();
    expect(describeImageStore({ ...BUCKET, S3_ENDPOINT: 'https://store.example' })).toBe(
      'in the bucket pictures at store.example',
    );
  });
});
