import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { storageContract } from '../../../test/contracts/storage.contract.js';
import { keysOf } from '../../../test/support/images/painting.js';
import { storageFailure, useS3 } from '../../../test/support/http/s3.js';
import { WHOLE } from '../../../test/support/timing/drawn.js';
import type { S3Settings } from './s3-addresses.js';

const s3 = useS3();
const KEY = 'pictures/2026/11/a/1-aaaaaaaa.png';
const BODY = randomBytes(300_000);

/** The prefix is all that differs. */
if (WHOLE) storageContract('S3', async () => s3.open());
storageContract('S3, in a bucket that is shared', async () => s3.open({ S3_PREFIX: 'lumina/one' }));

describe('S3', () => {
  test('keeps to its prefix: others in the bucket are neither seen nor hit', async () => {
    const [all, one, two] = [s3.open(), s3.open({ S3_PREFIX: 'one' }), s3.open({ S3_PREFIX: 'two/' })];
    await one.put(KEY, Buffer.from('1'), 'image/png');
    await two.put(KEY, Buffer.from('22'), 'image/png');
    expect([await one.size(KEY), await two.size(KEY), await all.size(KEY)]).toEqual([1, 2, null]);
    expect(await keysOf(one)).toEqual([KEY]);
    expect(await keysOf(all)).toEqual([`one/${KEY}`, `two/${KEY}`]);
    await one.remove(KEY);
    expect([await one.size(KEY), await two.size(KEY)]).toEqual([null, 2]);
  });

  test('tells the store its type and our hash', async () => {
    const storage = s3.open();
    await storage.put(KEY, BODY, 'image/webp');
    const answer = await fetch(storage.directAddress(KEY, { from: Math.floor(Date.now() / 1000), seconds: 60 }) ?? '');
    await answer.arrayBuffer();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-amz-meta-sha256': createHash('sha256').update(BODY).digest('hex'),
    });
  });
});

describe('a store without conditions', () => {
  let server: Server;
  let settings: S3Settings;
  let isSilentAboutIt = false;
  const objects = new Map<string, Buffer>();
  beforeAll(async () => {
    server = createServer((request, response) => {
      const key = new URL(request.url ?? '', 'http://store').pathname;
      const refuse = (status: number, code: string): unknown =>
        response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
      if (request.method === 'PUT') {
        if (request.headers['if-none-match'] && !isSilentAboutIt) {
          request.resume();
          return refuse(501, 'NotImplemented');
        }
        return void buffer(request).then((body) => {
          objects.set(key, body);
          response.writeHead(200, { etag: '"1"' }).end();
        });
      }
      const found = objects.get(key);
      return found
        ? response
            .writeHead(206, { etag: '"1"', 'content-range': `bytes 0-0/${found.length}` })
            .end(found.subarray(0, 1))
        : refuse(404, 'NoSuchKey');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    settings = { ...s3.settings(), endpoint: `http://127.0.0.1:${port}` };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ['that says so', false],
    ['that says nothing', true],
  ])('%s is looked at before it is written to', async (_, silent) => {
    isSilentAboutIt = silent;
    objects.clear();
    const storage = s3.make(settings);
    await storage.put(KEY, Buffer.from('first'), 'image/png');
    expect(await storageFailure(storage.put(KEY, Buffer.from('second'), 'image/png'))).toContain('There is an object');
    expect([...objects.values()].map(String)).toEqual(['first']);
  });
});
