import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { openEvents } from '../../../../test/support/http/event-reader.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { BEHIND_NGINX, describeWithNginx, useNginx, watchHandOvers } from '../../../../test/support/http/nginx.js';
import { ask, codeOf, told, type Got } from '../../../../test/support/http/raw-request.js';
import { deliverImage, storageOf } from '../../../../test/support/images/work.js';
import { thumbnailKey } from './object-keys.js';

const { addresses: handedOver, onCreated } = watchHandOvers();
const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000', ...BEHIND_NGINX }, onCreated });

let owner: SignedIn;

async function make(prompt: string) {
  const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: owner.token, body: { prompt } });
  const { id } = made.body.data;
  const { key, bytes } = await deliverImage(app, id);
  const { url, thumbnails } = await show(id);
  return {
    id,
    key,
    bytes,
    url: url ?? '',
    thumbnail: thumbnails[0]?.url ?? '',
    download: `/api/images/${id}/download`,
  };
}
const show = async (id: string): Promise<Answer<'images.show'>> =>
  (await app.get<Answer<'images.show'>>(`/images/${id}`, { token: owner.token })).body.data;

describeWithNginx('behind nginx', () => {
  const nginx = useNginx(app);
  let image: Awaited<ReturnType<typeof make>>;
  let thumbnailBytes: Buffer;
  let signedIn: Record<string, string>;

  /** By way of nginx. */
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> => {
    const answer = await ask(nginx.origin, { path, headers: { ...signedIn, ...headers }, method });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-accel'))).toEqual([]);
    return answer;
  };
  /** As the API answers when it sends by itself. */
  const getDirectly = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
    ask(app.url, { path, headers: { ...signedIn, ...headers, 'x-accel-refused': '1' }, method });

  beforeAll(async () => {
    owner = await app.signIn({ plan: 'pro' });
    signedIn = { authorization: `Bearer ${owner.token}` };
    await giveUnits(app.dataSource, owner.userId, 10_000);
    image = await make('A cat, on the roof');
    thumbnailBytes = (await storageOf(app).read(thumbnailKey(image.key, 320))) ?? Buffer.alloc(0);
  });
  beforeEach(() => {
    handedOver.length = 0;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await expectInvariants(app.dataSource);
  });

  const files = async (): Promise<{ path: string; bytes: Buffer }[]> => {
    const { body } = await app.post<Answer<'images.share'>>(`/images/${image.id}/share`, { token: owner.token });
    const { token } = body.data;
    const { url: sharedUrl } = (await app.get<Answer<'images.shared'>>(`/images/shared/${token}`)).body.data;
    const paths = [image.url, image.download, `/api/images/shared/${token}/download`, sharedUrl];
    return [{ path: image.thumbnail, bytes: thumbnailBytes }, ...paths.map((path) => ({ path, bytes: image.bytes }))];
  };

  test('every stored file is sent by nginx, byte for byte and with the headers that the API would send', async () => {
    for (const { path, bytes } of await files()) {
      handedOver.length = 0;
      const answer = await get(path);
      expect(answer.body.equals(bytes)).toBe(true);
      expect(handedOver).toHaveLength(1);
      const direct = await getDirectly(path);
      expect(direct.body.equals(bytes)).toBe(true);
      expect(told(answer)).toEqual({ ...told(direct), status: 200, 'accept-ranges': 'bytes' });
      expect(answer.headers['last-modified']).toBeUndefined();
    }
  });

  test('nginx passes on which files other sites may show', async () => {
    const policies = [];
    for (const { path } of await files()) policies.push((await get(path)).headers['cross-origin-resource-policy']);
    expect(policies).toEqual(['same-origin', 'same-origin', 'same-origin', 'same-origin', 'cross-origin']);
  });

  test('a client cannot keep nginx from sending', async () => {
    const answer = await get(image.thumbnail, { 'x-accel-refused': '1' });
    expect(answer.body.equals(thumbnailBytes)).toBe(true);
    expect(handedOver).toHaveLength(1);
  });

  test('an unchanged file is answered by 304 without a body', async () => {
    for (const { path } of await files()) {
      const etag = (await get(path)).headers.etag ?? '';
      const again = await get(path, { 'if-none-match': etag });
      expect({ status: again.status, length: again.body.length }).toEqual({ status: 304, length: 0 });
      expect(told(again)).toEqual(told(await getDirectly(path, { 'if-none-match': etag })));
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      expect((await get(path, { 'if-modified-since': new Date().toUTCString() })).status).toBe(200);
    }
  });

  test('a part is sent by nginx', async () => {
    const { bytes, download, url } = image;
    const etag = (await get(download)).headers.etag ?? '';
    handedOver.length = 0;
    const parts: { asked: Record<string, string>; part: Buffer }[] = [
      { asked: { range: 'bytes=10-19' }, part: bytes.subarray(10, 20) },
      { asked: { range: 'bytes=10-' }, part: bytes.subarray(10) },
      { asked: { range: 'bytes=-5' }, part: bytes.subarray(-5) },
      { asked: { range: 'bytes=10-19', 'if-range': etag }, part: bytes.subarray(10, 20) },
    ];
    for (const { asked, part } of parts) {
      for (const path of [download, url]) {
        const answer = await get(path, asked);
        const direct = await getDirectly(path, asked);
        expect({ status: answer.status, range: answer.headers['content-range'] }).toEqual({
          status: 206,
          range: direct.headers['content-range'],
        });
        expect(answer.body.equals(part)).toBe(true);
        expect(answer.headers['content-disposition']).toBe(direct.headers['content-disposition']);
      }
    }
    expect(handedOver).toHaveLength(2 * parts.length);
  });

  test('what a client asks for under conditions is answered as without nginx', async () => {
    const beyond = `bytes=${image.bytes.length}-`;
    const conditions: Record<string, string>[] = [
      { range: beyond },
      { range: 'bytes=10-5' },
      { range: 'bytes=0-3,5-8' },
      { range: 'bytes=0-3', 'if-range': '"other"' },
      { range: 'bytes=0-3', 'if-range': new Date().toUTCString() },
      { 'if-match': '"other"' },
      { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
    ];
    for (const { path } of await files()) {
      for (const condition of conditions) {
        const [answer, direct] = [await get(path, condition), await getDirectly(path, condition)];
        const { 'accept-ranges': _, ...headers } = told(answer);
        const { 'accept-ranges': _d, ...expected } = told(direct);
        expect({ condition, ...headers }).toEqual({ condition, ...expected });
        if (direct.status < 400) expect(answer.body.equals(direct.body)).toBe(true);
        else expect(codeOf(answer)).toBe(codeOf(direct));
      }
    }
    expect((await get(image.download, { range: beyond })).status).toBe(416);
  });

  test('headers alone are those of the file', async () => {
    for (const { path } of await files()) {
      const asking: Record<string, string>[] = [{}, { range: 'bytes=0-3' }];
      for (const asked of asking) {
        const answer = await get(path, asked, 'HEAD');
        expect(told(answer)).toEqual({ ...told(await getDirectly(path, asked, 'HEAD')), status: 200 });
      }
    }
  });

  test('what is made for a request is sent by the API', async () => {
    const answer = await get(`${image.download}?format=webp`);
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
      status: 200,
      type: 'image/webp',
    });
    expect(handedOver).toEqual([]);
  });

  test('a removed image is gone at once, and one of somebody else never was', async () => {
    const gone = await make('gone');
    const paths = [gone.url, gone.thumbnail, gone.download];
    const statuses = () => Promise.all(paths.map(async (path) => (await get(path)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    const stranger = await app.signIn();
    const foreign = await get(gone.download, { authorization: `Bearer ${stranger.token}` });
    expect({ status: foreign.status, code: codeOf(foreign) }).toEqual({ status: 404, code: 'NOT_FOUND' });
    await app.request('DELETE', `/images/${gone.id}`, { token: owner.token });
    handedOver.length = 0;
    expect(await statuses()).toEqual([404, 404, 404]);
    expect((await get(image.url.replace(/s=./, 's=_'))).status).toBe(404);
    expect(handedOver).toEqual([]);
  });

  test('a lost file is told and noted, and is neither cached nor saved', async () => {
    const expectLost = (answer: Got): void => {
      expect({ status: answer.status, code: codeOf(answer), cache: answer.headers['cache-control'] }).toEqual({
        status: 410,
        code: 'FILE_LOST',
        cache: 'no-store',
      });
      const { etag, 'content-disposition': disposition, 'content-type': type } = answer.headers;
      expect({ etag, disposition, type }).toEqual({ type: 'application/json; charset=utf-8' });
    };
    const lost = await make('lost');
    const storage = storageOf(app);
    await storage.remove(thumbnailKey(lost.key, 320));
    // Only nginx looks for a thumbnail.
    expectLost(await get(lost.thumbnail));
    expect(handedOver).toHaveLength(1);
    await storage.remove(lost.key);
    handedOver.length = 0;
    for (const path of [lost.url, lost.download]) expectLost(await get(path));
    expect(handedOver).toEqual([]);
    expect(await show(lost.id)).toMatchObject({ status: 'completed', url: null, thumbnails: [] });

    // Gone between our look and nginx's.
    jest.spyOn(storage, 'size').mockResolvedValue(lost.bytes.length);
    for (const path of [lost.url, lost.download]) expectLost(await get(path));
    expect(handedOver).toHaveLength(2);
  });

  test('a file of another size than it should have is not sent', async () => {
    const short = await make('short');
    await app.dataSource.query(`update images set bytes = bytes + 1 where id = $1`, [short.id]);
    for (const path of [short.url, short.download]) {
      const [answer, direct] = [await get(path), await getDirectly(path)];
      expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: direct.status, code: codeOf(direct) });
      expect(answer.status).toBe(410);
    }
    expect(handedOver).toEqual([]);
  });

  test('nobody else gets into the folder', async () => {
    await get(image.url);
    const [address = ''] = handedOver;
    expect(address.startsWith(`${BEHIND_NGINX.X_ACCEL_LOCATION}pictures/`)).toBe(true);
    const below = address.slice(BEHIND_NGINX.X_ACCEL_LOCATION.length);
    const query = image.url.slice(image.url.indexOf('?'));
    const ways = [
      address,
      `${address}${query}`,
      `/${address}`,
      `/api/..${address}`,
      `/api/files/../..${address}`,
      `/api/%2e%2e${address}`,
      `/%5fpictures/${below}`,
      `/_pictures%2f${below}`,
      `/_pictures/./${below}`,
      `/_pictures/../_pictures/${below}`,
      `/_pictures/..%2f..%2f..%2f..%2fetc%2fpasswd`,
      '/_pictures',
      '/_pictures/',
      '/_pictures../etc/passwd',
      '/api/files/..%2f..%2f..%2fetc%2fpasswd',
    ];
    for (const way of ways) {
      const answer = await get(way, { 'x-accel-redirect': address });
      expect({ way, isRefused: [400, 404].includes(answer.status) }).toEqual({ way, isRefused: true });
    }
  });

  test('a large file comes whole, and is not read by the API', async () => {
    const large = await make('large');
    const storage = storageOf(app);
    await storage.remove(large.key);
    const { bytes, sha256 } = await storage.put(large.key, randomBytes(16 * 1024 * 1024), 'image/png');
    await app.dataSource.query(`update images set bytes = $2, sha256 = decode($3, 'hex') where id = $1`, [
      large.id,
      bytes,
      sha256,
    ]);
    const reads = [jest.spyOn(storage, 'open'), jest.spyOn(storage, 'read')];
    const answer = await get(large.download);
    expect(createHash('sha256').update(answer.body).digest('hex')).toBe(sha256);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
  });

  test('nginx keeps its connection', async () => {
    await get(image.thumbnail);
    let opened = 0;
    const count = (): number => (opened += 1);
    const server = app.app.getHttpServer();
    server.on('connection', count);
    for (let round = 0; round < 5; round += 1) await get(image.thumbnail);
    server.off('connection', count);
    expect(opened).toBe(0);
  });

  test('events arrive one by one', async () => {
    const events = await openEvents(`${nginx.origin}/api/images/events`, signedIn);
    const first = await events.event(({ name }) => name === 'snapshot');
    events.close();
    expect(first.data).toEqual({ generations: expect.any(Array) });
  });
});
