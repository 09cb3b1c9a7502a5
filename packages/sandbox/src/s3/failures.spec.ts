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

const plan = (kind: string, more: object = {}) => sandbox.control('failures', { provider: 's3', kind, ...more });

describe('a planned failure of S3', () => {
  it.each([
    ['slowdown', 'SlowDown', 503],
    ['broken', 'InternalError', 500],
    ['denied', 'AccessDenied', 403],
  ])('%s answers %s', async (kind, name, status) => {
    await plan(kind, { times: 3 });

    expect(await errorOf(s3.put('a'))).toEqual({ name, status });
    expect(await errorOf(s3.list())).toEqual({ name, status });
    expect(await errorOf(s3.get('a'))).toEqual({ name, status });
    expect(await s3.keys()).toEqual([]);
  });

  it('can be limited to one method', async () => {
    await plan('slowdown', { method: 'DELETE' });

    expect([await errorOf(s3.put('a')), await errorOf(s3.remove('a')), await errorOf(s3.remove('a'))]).toMatchObject([
      { name: 'none' },
      { name: 'SlowDown' },
      { name: 'none' },
    ]);
  });

  it('stays planned until a matching call', async () => {
    await plan('lost');
    await s3.list();

    expect(await sandbox.control('failures')).toHaveLength(1);
  });

  it('is survived by a client that retries', async () => {
    const patient = s3Calls(s3Access(sandbox), { maxAttempts: 3 });
    await plan('slowdown', { times: 2 });

    await patient.put('a');

    expect(await s3.bytes('a')).toEqual(BODY);
    patient.client.destroy();
  });

  it('does not apply to unsigned requests', async () => {
    await plan('broken');

    expect((await fetch(`${sandbox.url}/s3/pictures/a`)).status).toBe(403);
    expect(await sandbox.control('failures')).toHaveLength(1);
  });
});

describe('a silent failure of the store', () => {
  it('acknowledges an upload without storing it', async () => {
    await plan('lost');

    expect((await s3.put('a')).ETag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(await errorOf(s3.head('a'))).toEqual({ name: 'NotFound', status: 404 });
  });

  it('acknowledges an upload of which it stores half', async () => {
    await plan('short');
    const { ETag } = await s3.put('a');

    const kept = await s3.head('a');

    expect(kept.ContentLength).toBe(500);
    expect(kept.ETag).not.toBe(ETag);
    expect(await s3.bytes('a')).toEqual(BODY.subarray(0, 500));
  });

  it('corrupts a byte of an upload', async () => {
    await plan('corrupt');
    await s3.put('a');

    const kept = await s3.bytes('a');

    expect(kept.byteLength).toBe(1000);
    expect(kept.filter((byte, index) => byte !== BODY[index])).toHaveLength(1);
  });

  it('applies to copies', async () => {
    await s3.put('a');
    await plan('lost');
    await s3.copy('b', 'a');

    expect(await s3.keys()).toEqual(['a']);
  });
});

describe('a connection to S3', () => {
  const fetched = async () => Buffer.from((await (await s3.get('a')).Body?.transformToByteArray()) ?? []);

  it('breaks in the middle of an object', async () => {
    await s3.put('a');
    await plan('cut');

    await expect(fetched()).rejects.toThrow('aborted');
    expect(await fetched()).toEqual(BODY);
  });

  it('breaks after an upload, before the answer: it is stored', async () => {
    await plan('drop');

    await expect(s3.put('a')).rejects.toThrow('socket hang up');
    expect(await s3.bytes('a')).toEqual(BODY);
  });

  it('stalls in the middle of an object', async () => {
    await s3.put('a');
    await plan('stall');
    const stream = (await s3.get('a')).Body?.transformToWebStream();
    const reader = stream?.getReader();
    let received = 0;
    while (received < 500) received += ((await reader?.read())?.value as Buffer | undefined)?.byteLength ?? NaN;

    const next = Promise.race([reader?.read(), new Promise((resolve) => setTimeout(resolve, 200, 'silence'))]);

    expect(await next).toBe('silence');
    await reader?.cancel();
  });

  it('answers another body, or none', async () => {
    await s3.put('a');
    await plan('html', { method: 'GET' });
    await plan('empty', { method: 'GET' });

    expect((await fetched()).toString()).toContain('It works!');
    await expect(fetched()).rejects.toThrow('Checksum mismatch');
  });

  it.each(['get', 'put', 'head', 'list'] as const)('is slow for %s, when that is planned', async (name) => {
    await s3.put('a');
    await sandbox.control('s3', { slowMs: 300 });
    await plan('slow');
    const started = performance.now();

    await s3[name]('a' as never);

    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('is dropped by the chaos switch', async () => {
    await sandbox.control('chaos', { provider: 's3', mode: 'error' });
    expect(await errorOf(s3.list())).toEqual({ name: 'InternalError', status: 500 });

    await sandbox.control('chaos', { provider: 's3', mode: 'down' });
    await expect(s3.list()).rejects.toThrow('socket hang up');
  });
});
