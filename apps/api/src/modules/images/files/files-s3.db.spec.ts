import type { Answer } from '@app/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { useApp, type SignedIn, type TestApp } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { inTime } from '../../../../test/support/timing/in-time.js';
import { TcpProxy } from '../../../../test/support/http/proxy.js';
import { s3Offer, useS3 } from '../../../../test/support/http/s3.js';
import { until } from '../../../../test/support/timing/until.js';
import { deliverImage, storageOf } from '../../../../test/support/images/work.js';
import { S3_PATIENCE } from '../../../platform/storage/s3.storage.js';
import { PurgeImages } from './clean-up/purge-images.js';

/** Somebody waits for the store once, never for one try after the other. */
const WAITED_TWICE_MS = 2 * S3_PATIENCE.open;
const HOUR = 3_600;

const s3 = useS3();
let line: TcpProxy;
beforeAll(async () => {
  line = TcpProxy.before(s3.sandbox.url);
  await line.open();
});
afterEach(() => line.open());
afterAll(() => line.down());

const env =
  (changes: Record<string, string> = {}) =>
  (): Record<string, string> => {
    const offer = s3Offer(s3.sandbox);
    return { FREE_ALLOWANCE: 'none', ...offer, S3_ENDPOINT: line.urlThrough(offer['S3_ENDPOINT'] ?? ''), ...changes };
  };
const direct = useApp({ env: env() });
const proxied = useApp({ env: env({ S3_DELIVERY: 'proxy', S3_PREFIX: 'proxied' }) });

interface Made {
  user: SignedIn;
  id: string;
  key: string;
  bytes: Buffer;
  shown: Answer<'images.show'>;
}

async function make(app: TestApp): Promise<Made> {
  const user = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, user.userId, 1_000);
  const { id } = (
    await app.post<Answer<'images.generate'>>('/images/generate', { token: user.token, body: { prompt: 'a cat' } })
  ).body.data;
  const { key, bytes } = await deliverImage(app, id);
  const shown = (await app.get<Answer<'images.show'>>(`/images/${id}`, { token: user.token })).body.data;
  return { user, id, key, bytes, shown };
}
async function fetched(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body };
}
const download = (app: TestApp, { user, id }: Made, headers: Record<string, string> = {}) =>
  fetched(`${app.url}/api/images/${id}/download`, { authorization: `Bearer ${user.token}`, ...headers });

/** Puts a file of many bytes in the place of the image, so that it does not fit into the buffers on its way. */
async function enlarge(app: TestApp, { id, key }: Made): Promise<Buffer> {
  const large = randomBytes(12_000_000);
  await storageOf(app).remove(key);
  await storageOf(app).put(key, large, 'image/png');
  await app.dataSource.query(`update images set bytes = $2 where id = $1`, [id, large.length]);
  return large;
}

describe('an image in a bucket', () => {
  test('has addresses there, good for as long as ours are, and the same for hours', async () => {
    const made = await make(direct);
    const { shown, bytes } = made;
    const address = new URL(shown.url ?? '');
    expect(address.port).toBe(String(line.port));
    const [date = '', seconds] = ['X-Amz-Date', 'X-Amz-Expires'].map((name) => address.searchParams.get(name) ?? '');
    const from = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')) / 1_000;
    expect(from % (6 * HOUR)).toBe(0);
    const left = from + Number(seconds) - Date.now() / 1_000;
    expect(left).toBeGreaterThan(6 * HOUR - 60);
    expect(left).toBeLessThan(12 * HOUR + 60);
    const again = await direct.get<Answer<'images.show'>>(`/images/${made.id}`, { token: made.user.token });
    expect(again.body.data).toMatchObject({ url: shown.url, thumbnails: shown.thumbnails });
    const answer = await fetched(shown.url ?? '');
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers.get('cache-control')).toBe(`private, max-age=${12 * HOUR}, immutable`);
    for (const { url } of shown.thumbnails) {
      expect(Object.fromEntries((await fetched(url)).headers)).toMatchObject({ 'content-type': 'image/webp' });
    }
  });

  test('is gone from its addresses when it is purged', async () => {
    const { id, key, shown } = await make(direct);
    await direct.dataSource.query(`update images set deleted_at = now() where id = $1`, [id]);
    await direct.dataSource.query(`insert into object_deletions (object_key) values ($1)`, [key]);
    await direct.app.get(PurgeImages, { strict: false }).run();
    for (const url of [shown.url ?? '', ...shown.thumbnails.map((thumbnail) => thumbnail.url)]) {
      expect((await fetched(url)).status).toBe(404);
    }
  });

  test('goes through the API where that was chosen: hidden at once when it is deleted', async () => {
    const { id, shown, bytes } = await make(proxied);
    const addresses = [shown.url ?? '', shown.thumbnails[0]?.url ?? ''].map((path) => `${proxied.url}${path}`);
    expect(addresses.join()).not.toContain('X-Amz');
    expect((await fetched(addresses[0] ?? '')).body.equals(bytes)).toBe(true);
    expect((await fetched(addresses[1] ?? '')).status).toBe(200);
    await proxied.dataSource.query(`update images set deleted_at = now() where id = $1`, [id]);
    for (const address of addresses) expect((await fetched(address)).status).toBe(404);
  });

  test('is streamed by the API where it is shared: gone at once when the share is revoked', async () => {
    const { id, bytes, user } = await make(direct);
    const { token } = (await direct.post<Answer<'images.share'>>(`/images/${id}/share`, { token: user.token })).body
      .data;
    const shared = (await direct.get<Answer<'images.shared'>>(`/images/shared/${token}`)).body.data;
    const addresses = [shared.url, ...shared.thumbnails.map(({ url }) => url)].map((path) => `${direct.url}${path}`);
    expect(addresses.join()).not.toContain('X-Amz');
    const answer = await fetched(addresses[0] ?? '');
    expect(answer.body.equals(bytes)).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect((await fetched(addresses[1] ?? '')).status).toBe(200);
    await direct.request('DELETE', `/images/${id}/share`, { token: user.token });
    for (const address of addresses) expect((await fetched(address)).status).toBe(404);
  });
});

describe('a download from a bucket', () => {
  test('has a telling name, and can be resumed', async () => {
    const made = await make(direct);
    const whole = await download(direct, made);
    expect(whole.body.equals(made.bytes)).toBe(true);
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="a-cat-1.png"');
    const part = await download(direct, made, { range: 'bytes=10-19' });
    expect({ status: part.status, range: part.headers.get('content-range') }).toEqual({
      status: 206,
      range: `bytes 10-19/${made.bytes.length}`,
    });
    expect(part.body.equals(made.bytes.subarray(10, 20))).toBe(true);
  });

  test('that is called off ends the transfer from the store', async () => {
    const made = await make(direct);
    await enlarge(direct, made);
    // Without the connections that wait for further use.
    await line.down();
    await line.open();
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${made.user.token}` };
      const asked = request(`${direct.url}/api/images/${made.id}/download`, { headers }, (answer) => {
        answer.once('data', () => {
          expect(line.connections).toBe(1);
          answer.destroy();
          resolve();
        });
      });
      asked.once('error', reject).end();
    });
    // Sooner than the silence that would end it in any case.
    await until(() => line.connections === 0, S3_PATIENCE.silence / 2);
  });

  test('that the store breaks off is not taken for whole', async () => {
    const made = await make(direct);
    await enlarge(direct, made);
    /** On a busy machine the store may open too late, which is a 503 that may be asked again. */
    const answered = async (prepare?: () => Promise<unknown>) => {
      for (;;) {
        await prepare?.();
        const answer = await download(direct, made).catch(() => null);
        if (answer?.status !== 503) return answer;
      }
    };
    expect(await answered(() => s3.plan('cut', { method: 'GET' }))).toBeNull();
    expect((await answered())?.body).toHaveLength(12_000_000);
  });

  test('of something else than was delivered is refused as lost', async () => {
    const made = await make(direct);
    await storageOf(direct).remove(made.key);
    await storageOf(direct).put(made.key, Buffer.from('something else'), 'image/png');
    expect((await download(direct, made)).status).toBe(410);
  });
});

describe('a store that', () => {
  test.each([
    ['is gone', () => line.down()],
    ['is silent', async () => line.stall()],
    ['refuses', () => s3.plan('denied', { times: 100 })],
    ['is overloaded', () => s3.plan('slowdown', { times: 100 })],
  ])('%s is told in time, and costs nothing else', async (_, breakIt) => {
    const made = await make(proxied);
    const { user, shown } = made;
    await breakIt();
    const answers = [
      () => download(proxied, made),
      () => download(proxied, made, { range: 'bytes=0-5' }),
      () => fetched(`${proxied.url}${shown.url}`),
      () => fetched(`${proxied.url}${shown.thumbnails[0]?.url}`),
    ].map((ask) => inTime(ask));
    for (const { value: answer, ms } of await Promise.all(answers)) {
      expect({ status: answer.status, body: JSON.parse(answer.body.toString()) as unknown }).toMatchObject({
        status: 503,
        body: { code: 'SERVICE_UNAVAILABLE' },
      });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(ms).toBeLessThan(WAITED_TWICE_MS);
    }
    for (const app of [direct, proxied]) {
      const gallery = await app.get('/images', { token: app === proxied ? user.token : (await app.signIn()).token });
      expect(gallery.status).toBe(200);
    }
  });
});
