import {
  CreateMultipartUploadCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import { BODY, errorOf, s3Access, s3Calls, signByHand, type S3Access, type S3Calls } from '../../test/s3.js';

let sandbox: TestSandbox;
let access: S3Access;
let s3: S3Calls;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  access = s3Access(sandbox);
  s3 = s3Calls(access);
});
afterEach(() => sandbox.reset());
afterAll(async () => {
  s3.client.destroy();
  await sandbox.dispose();
});

const addressOf = (key: string) => `${access.endpoint}/${access.bucket}/${key}`;
const codeOf = async (call: Promise<Response>) => {
  const answer = await call;
  return { status: answer.status, code: /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1] };
};

describe('a signature in the header', () => {
  const as = async (changes: Partial<S3Access>) => {
    const other = s3Calls({ ...access, ...changes });
    try {
      return await errorOf(other.list());
    } finally {
      other.client.destroy();
    }
  };

  it('is accepted only with the right secret', async () => {
    expect(await as({})).toMatchObject({ name: 'none' });
    expect(await as({ secretAccessKey: 'guessed' })).toEqual({ name: 'SignatureDoesNotMatch', status: 403 });
    expect(await as({ accessKeyId: 'AKIAUNKNOWN' })).toEqual({ name: 'InvalidAccessKeyId', status: 403 });
    expect(await as({ region: 'eu-west-1' })).toMatchObject({ name: 'AuthorizationHeaderMalformed', status: 400 });
  });

  it('is required', async () => {
    await s3.put('a');

    expect(await codeOf(fetch(addressOf('a')))).toEqual({ status: 403, code: 'AccessDenied' });
    expect(await codeOf(fetch(addressOf('a'), { method: 'DELETE' }))).toEqual({ status: 403, code: 'AccessDenied' });
    expect(await s3.keys()).toEqual(['a']);
  });

  it.each([
    ['another scheme', 'Basic YTpi', 'AuthorizationHeaderMalformed'],
    [
      'half a credential',
      'AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host, Signature=x',
      'AuthorizationHeaderMalformed',
    ],
  ])('is refused as %s', async (_, authorization, code) => {
    const headers = { authorization, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };

    expect(await codeOf(fetch(addressOf('a'), { headers }))).toEqual({ status: 400, code });
  });

  it('covers all relevant headers', async () => {
    const { headers } = signByHand(access, 'PUT', addressOf('a'), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const put = (more: object) => fetch(addressOf('a'), { method: 'PUT', body: 'a', headers: { ...headers, ...more } });

    expect(await codeOf(put({ 'x-amz-meta-owner': 'me' }))).toEqual({ status: 403, code: 'AccessDenied' });
    expect(await codeOf(put({ 'x-amz-content-sha256': 'a' }))).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
    expect((await put({})).status).toBe(200);
  });

  it('covers method and address', async () => {
    await s3.put('a');
    await s3.put('b');
    const { headers } = signByHand(access, 'GET', addressOf('a'), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const refused = { status: 403, code: 'SignatureDoesNotMatch' };

    expect(await codeOf(fetch(addressOf('b'), { headers }))).toEqual(refused);
    expect(await codeOf(fetch(addressOf('a'), { headers, method: 'DELETE' }))).toEqual(refused);
    expect(await codeOf(fetch(`${addressOf('a')}?response-content-type=text%2Fhtml`, { headers }))).toEqual(refused);
    expect((await fetch(addressOf('a'), { headers })).status).toBe(200);
  });

  it('covers the body by its hash', async () => {
    const hash = 'a'.repeat(64);
    const { headers } = signByHand(access, 'PUT', addressOf('a'), { 'x-amz-content-sha256': hash });

    expect(await codeOf(fetch(addressOf('a'), { method: 'PUT', body: 'a', headers }))).toEqual({
      status: 400,
      code: 'XAmzContentSHA256Mismatch',
    });
  });

  it.each([
    [14, 200, 'none'],
    [16, 403, 'RequestTimeTooSkewed'],
    [-14, 200, 'none'],
    [-16, 403, 'RequestTimeTooSkewed'],
  ])('is valid for 15 minutes: %d minutes', async (minutes, status, name) => {
    await sandbox.control('clock/freeze', { at: new Date(Date.now() + minutes * 60_000).toISOString() });
    // The client would correct its clock for later calls.
    const fresh = s3Calls(access);

    expect(await errorOf(fresh.list())).toEqual({ name, status });
    fresh.client.destroy();
  });

  it('is retried by the SDK with a corrected clock', async () => {
    await sandbox.control('clock/advance', { ms: 7_200_000 });
    const patient = s3Calls(access, { maxAttempts: 2 });

    expect(await errorOf(patient.list())).toMatchObject({ name: 'none' });
    patient.client.destroy();
  });
});

describe('a presigned address', () => {
  const sign = (more: object = {}, expiresIn = 60) =>
    getSignedUrl(s3.client, new GetObjectCommand({ Bucket: s3.Bucket, Key: '灯塔 1.png', ...more }), { expiresIn });

  it('allows downloads without credentials, also of a range', async () => {
    await s3.put('灯塔 1.png', { ContentType: 'image/png' });
    const url = await sign();

    const answer = await fetch(url);
    const part = await fetch(url, { headers: { range: 'bytes=0-9' } });

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(BODY);
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  it('can set the download name', async () => {
    await s3.put('灯塔 1.png');
    const disposition = `attachment; filename="a.png"; filename*=UTF-8''%E7%81%AF.png`;

    const answer = await fetch(
      await sign({
        ResponseContentDisposition: disposition,
        ResponseContentType: 'image/x',
        ResponseCacheControl: 'no-store',
      }),
    );

    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': disposition,
      'content-type': 'image/x',
      'cache-control': 'no-store',
    });
  });

  it('expires', async () => {
    await s3.put('灯塔 1.png');
    await sandbox.control('clock/freeze', {});
    const url = await sign({}, 120);

    await sandbox.control('clock/advance', { ms: 110_000 });
    expect((await fetch(url)).status).toBe(200);
    await sandbox.control('clock/advance', { ms: 11_000 });

    const expired = await fetch(url);
    expect(expired.status).toBe(403);
    expect(await expired.text()).toMatch(/<Code>AccessDenied<.*Request has expired.*<ServerTime>/s);
  });

  it('is not valid before its date', async () => {
    const url = await sign();
    await sandbox.control('clock/freeze', { at: new Date(Date.now() - 16 * 60_000).toISOString() });

    expect(await (await fetch(url)).text()).toContain('Request is not yet valid');
  });

  it.each([
    ['for longer', (url: URL) => url.searchParams.set('X-Amz-Expires', '600'), 'SignatureDoesNotMatch'],
    ['for ever', (url: URL) => url.searchParams.set('X-Amz-Expires', '604801'), 'AuthorizationQueryParametersError'],
    ['for another object', (url: URL) => (url.pathname = '/s3/pictures/b'), 'SignatureDoesNotMatch'],
    [
      'with another file name',
      (url: URL) => url.searchParams.set('response-content-disposition', 'x'),
      'SignatureDoesNotMatch',
    ],
    [
      'with another signature',
      (url: URL) => url.searchParams.set('X-Amz-Signature', 'a'.repeat(64)),
      'SignatureDoesNotMatch',
    ],
    [
      'by another key',
      (url: URL) => url.searchParams.set('X-Amz-Credential', 'AKIAOTHER/20260101/us-east-1/s3/aws4_request'),
      'InvalidAccessKeyId',
    ],
    ['without its date', (url: URL) => url.searchParams.delete('X-Amz-Date'), 'AuthorizationQueryParametersError'],
  ])('cannot be used %s', async (_, change, code) => {
    await s3.put('灯塔 1.png');
    await s3.put('b');
    const url = new URL(await sign());
    change(url);

    expect(await codeOf(fetch(url))).toEqual({ status: code.startsWith('Auth') ? 400 : 403, code });
  });

  it('is valid for one method', async () => {
    await s3.put('灯塔 1.png');

    expect(await codeOf(fetch(await sign(), { method: 'DELETE' }))).toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  it('allows an upload', async () => {
    const plain = s3Calls(access, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await getSignedUrl(
      plain.client,
      new PutObjectCommand({ Bucket: s3.Bucket, Key: 'up', ContentType: 'text/plain' }),
    );

    const answer = await fetch(url, { method: 'PUT', body: 'hello', headers: { 'content-type': 'text/plain' } });

    expect(answer.status).toBe(200);
    expect((await s3.bytes('up')).toString()).toBe('hello');
    plain.client.destroy();
  });

  it('is redacted in the request log', async () => {
    await fetch(await sign());

    expect(JSON.stringify(await sandbox.control('requests?provider=s3'))).toContain('X-Amz-Signature=***');
  });
});

describe("S3's errors", () => {
  it('are XML with code, message and request id', async () => {
    const answer = await fetch(addressOf('a%26b'));

    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(await answer.text()).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<Error><Code>AccessDenied<\/Code><Message>Access Denied<\/Message><Resource>\/pictures\/a%26b<\/Resource><RequestId>[0-9A-F]{16}<\/RequestId><HostId>[^<]+<\/HostId><\/Error>$/,
    );
  });

  it.each([
    ['access lists', () => s3.client.send(new GetObjectAclCommand({ Bucket: s3.Bucket, Key: 'a' }))],
    ['tags', () => s3.client.send(new GetObjectTaggingCommand({ Bucket: s3.Bucket, Key: 'a' }))],
    ['uploads in parts', () => s3.client.send(new CreateMultipartUploadCommand({ Bucket: s3.Bucket, Key: 'a' }))],
    ['versions', () => s3.client.send(new GetObjectCommand({ Bucket: s3.Bucket, Key: 'a', VersionId: '1' }))],
  ])('answer NotImplemented for %s', async (_, call) => {
    await s3.put('a');

    expect(await errorOf(call())).toEqual({ name: 'NotImplemented', status: 501 });
  });

  it('require the length of an upload', async () => {
    const { headers } = signByHand(access, 'PUT', addressOf('a'), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const status = await new Promise((resolve, reject) => {
      const upload = httpRequest(addressOf('a'), {
        method: 'PUT',
        headers: { ...headers, 'transfer-encoding': 'chunked' },
      });
      upload.on('response', (answer) => resolve(answer.resume().statusCode));
      upload.on('error', reject);
      upload.end('a');
    });

    expect(status).toBe(411);
  });
});
