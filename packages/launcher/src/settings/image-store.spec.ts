import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { describeImageStore, readImageOrigin } from './image-store.js';

const DOCKER = join(__dirname, '..', '..', '..', '..', 'docker');
const BUCKET = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };

const ORIGINS: [string, Record<string, string>, string | undefined][] = [
  ['on disk is our own', {}, undefined],
  ['at Amazon is the region’s', BUCKET, 'https://s3.us-east-1.amazonaws.com'],
  ['in China is its own', { ...BUCKET, S3_REGION: 'cn-north-1' }, 'https://s3.cn-north-1.amazonaws.com.cn'],
  [
    'at Amazon may name the bucket',
    { ...BUCKET, S3_REGION: 'eu-central-1', S3_FORCE_PATH_STYLE: 'False' },
    'https://pictures.s3.eu-central-1.amazonaws.com',
  ],
  ['at another store is that', { ...BUCKET, S3_ENDPOINT: 'http://localhost:3200/s3' }, 'http://localhost:3200'],
  [
    'may name the bucket',
    { ...BUCKET, S3_ENDPOINT: 'https://store.example:9000', S3_FORCE_PATH_STYLE: 'false' },
    'https://pictures.store.example:9000',
  ],
  ['never holds a key', { ...BUCKET, S3_ENDPOINT: 'https://id:secret@store.example/s3' }, 'https://store.example'],
  ['behind the API is our own', { ...BUCKET, S3_DELIVERY: 'proxy' }, undefined],
  ['without a bucket is our own', { S3_ENDPOINT: 'https://store.example' }, undefined],
];

describe('the origin of images', () => {
  it.each(ORIGINS)('%s, for npm start and in the container', (_, userEnv, origin) => {
    expect(readImageOrigin(userEnv)).toBe(origin);
    const inContainer = execFileSync('sh', [join(DOCKER, 'image-origin.sh')], {
      env: { PATH: process.env['PATH'], ...userEnv },
    });
    expect(inContainer.toString()).toBe(origin === undefined ? '' : `${origin}\n`);
  });

  it('at no address is none: the API refuses that', () => {
    expect(readImageOrigin({ ...BUCKET, S3_ENDPOINT: 'store' })).toBeUndefined();
  });

  it('is asked for by the web container, which has the settings of the bucket', () => {
    const read = (file: string): string => readFileSync(join(DOCKER, file), 'utf8');
    const [web = ''] = /^ {2}web:$[^]*?^ {2}caddy:$/m.exec(read('compose.yaml')) ?? [];
    const used = new Set(read('image-origin.sh').match(/S3_[A-Z_]+/g));
    expect([...used].filter((name) => !web.includes(`      ${name}: \${${name}:-}`))).toEqual([]);
    expect(read('web-entrypoint.sh')).toContain('$(/usr/local/bin/image-origin.sh)');
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
