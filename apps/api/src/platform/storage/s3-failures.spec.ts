import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTime } from '../../../test/support/timing/in-time.js';
import { keysOf } from '../../../test/support/images/painting.js';
import { TcpProxy } from '../../../test/support/http/proxy.js';
import { PATIENT, storageFailure, useS3 } from '../../../test/support/http/s3.js';
import { until } from '../../../test/support/timing/until.js';
import type { S3Settings } from './s3-addresses.js';

const s3 = useS3();
const KEY = 'pictures/2026/11/a/1-aaaaaaaa.png';
const BODY = randomBytes(300_000);
/** Gives a call up after 400 ms, not before it could connect. */
const QUICK = { ...PATIENT, open: 400, call: 400, silence: 300 };
/** Far from what the store would take, and from what a busy machine adds. */
const IN_TIME_MS = 10_000;

describe('a store that fails', () => {
  test.each([
    ['denied', '403, AccessDenied'],
    ['broken', '500, InternalError'],
    ['slowdown', '503, SlowDown'],
  ])('with %s is a StorageError that says so, for every call', async (kind, says) => {
    const storage = s3.open();
    await s3.plan(kind, { times: 100 });
    const failures = [
      storage.put(KEY, BODY, 'image/png'),
      storage.stat(KEY),
      storage.size(KEY),
      storage.open(KEY),
      storage.read(KEY),
      storage.remove(KEY),
      keysOf(storage),
    ].map((call) => storageFailure(call));
    for (const failure of await Promise.all(failures)) expect(failure).toContain(says);
  });

  test('for a moment is asked again', async () => {
    const storage = s3.open();
    await s3.plan('slowdown', { method: 'PUT' });
    await storage.put(KEY, BODY, 'image/png');
    await s3.plan('broken', { method: 'GET' });
    expect((await storage.stat(KEY))?.bytes).toBe(BODY.length);
  });

  test('because there is no such bucket is a fault, not an absence', async () => {
    const storage = s3.open({ S3_BUCKET: 'another' });
    for (const call of [() => storage.size(KEY), () => storage.open(KEY), () => storage.stat(KEY)]) {
      expect(await storageFailure(call())).toContain('NoSuchBucket');
    }
  });

  test.each([
    ['a wrong key', { S3_ACCESS_KEY_ID: 'AKIAWRONGWRONGWRONG1' }],
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong-wrong-wrong-wrong' }],
  ])('because of %s tells neither', async (_, env) => {
    const settings = s3.settings(env);
    const said = await storageFailure(s3.make(settings).put(KEY, BODY, 'image/png'));
    expect(said).toContain('403');
    for (const secret of Object.values(settings.credentials)) expect(said).not.toContain(secret);
  });

  test('keeps nothing of an image, half of it, or another byte: what is really there is told', async () => {
    const storage = s3.open();
    const sha256 = createHash('sha256').update(BODY).digest('hex');
    await s3.plan('lost');
    await storage.put('a/lost.png', BODY, 'image/png');
    expect(await storage.stat('a/lost.png')).toBeNull();
    await s3.plan('short');
    await storage.put('a/short.png', BODY, 'image/png');
    expect((await storage.stat('a/short.png'))?.bytes).toBe(BODY.length / 2);
    await s3.plan('corrupt');
    await storage.put('a/corrupt.png', BODY, 'image/png');
    const corrupt = await storage.stat('a/corrupt.png');
    expect(corrupt?.bytes).toBe(BODY.length);
    expect(corrupt?.sha256).not.toBe(sha256);
  });

  test('loses the answer to an upload leaves the key written once, whatever is said of it', async () => {
    const storage = s3.open();
    await s3.plan('drop', { method: 'PUT' });
    expect(await storageFailure(storage.put(KEY, BODY, 'image/png'))).toContain('412, PreconditionFailed');
    expect((await storage.stat(KEY))?.bytes).toBe(BODY.length);
  });

  test.each(['cut', 'stall'])('in the middle of an object (%s) fails its reader', async (kind) => {
    const storage = s3.open({}, { ...PATIENT, silence: 300 });
    await storage.put(KEY, BODY, 'image/png');
    await s3.plan(kind, { method: 'GET' });
    const read = await storage.open(KEY);
    expect(await storageFailure(buffer(read!.stream))).toContain(`read ${KEY}`);
    await s3.plan(kind, { method: 'GET' });
    expect(await storageFailure(storage.stat(KEY))).toContain(`read ${KEY}`);
  });

  test('with a page of a proxy, or with nothing, gives no image', async () => {
    const storage = s3.open();
    await storage.put(KEY, BODY, 'image/png');
    await s3.plan('html', { method: 'GET' });
    expect(await storageFailure(storage.open(KEY))).toContain("not an object store's");
    await s3.plan('html', { method: 'GET' });
    expect(await storageFailure(storage.open(KEY, { start: 1, end: 5 }))).toContain("not an object store's");
    await s3.plan('empty', { method: 'GET' });
    expect((await storage.stat(KEY))?.bytes).toBe(0);
  });

  test('slower than anybody waits is given up, and late answers hold nothing', async () => {
    await s3.open().put(KEY, BODY, 'image/png');
    const storage = s3.open({}, QUICK);
    await s3.sandbox.control('s3', { slowMs: 20_000 });
    await s3.plan('slow', { times: 20 });
    const calls = [
      () => storage.open(KEY),
      () => storage.read(KEY),
      () => storage.stat(KEY),
      () => storage.remove(KEY),
      () => keysOf(storage),
    ];
    for (const { ms, value } of await Promise.all(calls.map((call) => inTime(() => storageFailure(call()))))) {
      expect(value).toContain('no answer in 400 ms');
      expect(ms).toBeLessThan(IN_TIME_MS);
    }
  });
});

describe('a store behind a connection that', () => {
  let proxy: TcpProxy;
  let through: S3Settings;
  beforeAll(async () => {
    proxy = TcpProxy.before(s3.sandbox.url);
    await proxy.open();
    const settings = s3.settings();
    through = { ...settings, endpoint: proxy.urlThrough(settings.endpoint ?? '') };
  });
  afterEach(() => proxy.open());
  afterAll(() => proxy.down());

  test.each([
    ['is refused', () => proxy.down()],
    ['went silent', async () => proxy.stall()],
  ])('%s fails each call in time, and serves again when it is back', async (_, breakIt) => {
    const storage = s3.make(through, QUICK);
    const isEmpty = () =>
      storage.size(KEY).then(
        (size) => size === null,
        () => false,
      );
    await until(isEmpty);
    await breakIt();
    const calls = [
      () => storage.put(KEY, BODY, 'image/png'),
      () => storage.stat(KEY),
      () => storage.open(KEY),
      () => storage.read(KEY),
      () => storage.remove(KEY),
      () => keysOf(storage),
    ];
    for (const { ms } of await Promise.all(calls.map((call) => inTime(() => storageFailure(call()))))) {
      expect(ms).toBeLessThan(IN_TIME_MS);
    }
    await proxy.open();
    await until(isEmpty);
  });

  test('goes away in the middle of an upload leaves nothing under the key', async () => {
    const storage = s3.make(through, QUICK);
    proxy.downAfter(1_000_000);
    await storageFailure(storage.put('a/cut.png', randomBytes(8_000_000), 'image/png'));
    const direct = s3.open();
    expect(await direct.size('a/cut.png')).toBeNull();
  });
});

describe('a reader that', () => {
  test('goes away takes the connection to the store with it', async () => {
    const proxy = TcpProxy.before(s3.sandbox.url);
    await proxy.open();
    const settings = s3.settings();
    const storage = s3.make({ ...settings, endpoint: proxy.urlThrough(settings.endpoint ?? '') });
    const large = randomBytes(8_000_000);
    await s3.open().put('a/large.png', large, 'image/png');
    const read = await storage.open('a/large.png');
    await once(read!.stream, 'readable');
    expect(proxy.connections).toBe(1);
    read!.stream.destroy();
    // The silence that would end it in any case is longer than that.
    await until(() => proxy.connections === 0, PATIENT.silence / 2);
    await proxy.down();
  });

  test('is slow is not taken for a store that is silent', async () => {
    const silence = 1_000;
    const storage = s3.open({}, { ...PATIENT, silence });
    await storage.put(KEY, BODY, 'image/png');
    const read = await storage.open(KEY);
    await sleep(silence * 1.5);
    expect((await buffer(read!.stream)).equals(BODY)).toBe(true);
  });
});
