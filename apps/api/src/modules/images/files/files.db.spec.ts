import type { Answer, Body } from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { alertsOf } from '../../../../test/support/alerts.js';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { deliverImage, failImage, storageOf } from '../../../../test/support/images/work.js';
import { thumbnailKey } from './object-keys.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

let user: SignedIn;
let id: string;
let key: string;
let bytes: Buffer;
let url: string;
let thumbnail: string;

async function make(body: Body<'images.generate'>): Promise<string> {
  return (await app.post<Answer<'images.generate'>>('/images/generate', { token: user.token, body })).body.data.id;
}
const image = async (of: string): Promise<Answer<'images.show'>> =>
  (await app.get<Answer<'images.show'>>(`/images/${of}`, { token: user.token })).body.data;

/** The whole answer; bodies are read, since an unread one keeps its connection. */
async function fetched(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${app.url}${path}`, { headers, method });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}
const download = (of: string, query = '', headers: Record<string, string> = {}) =>
  fetched(`/api/images/${of}/download${query}`, { authorization: `Bearer ${user.token}`, ...headers });
const codeOf = (body: Buffer): unknown => (JSON.parse(body.toString()) as { code: unknown }).code;

beforeAll(async () => {
  user = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, user.userId, 10_000);
  id = await make({ prompt: 'A cat, on the roof' });
  ({ key, bytes } = await deliverImage(app, id));
  const shown = await image(id);
  url = shown.url ?? '';
  thumbnail = shown.thumbnails[0]?.url ?? '';
});

describe('a signed address', () => {
  test('returns the image without a token, cacheable until the address expires', async () => {
    const answer = await fetched(url);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    });
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    const expires = Number(new URL(url, app.url).searchParams.get('e'));
    expect(Math.abs(expires - Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
    expect(Number(seconds)).toBeLessThanOrEqual(12 * 3600);
  });

  test('is the same each time it is asked for', async () => {
    expect((await image(id)).url).toBe(url);
  });

  test('gives each thumbnail as webp', async () => {
    const shown = await image(id);
    expect(shown.thumbnails.map(({ width }) => width)).toEqual([320, 640]);
    for (const { url: address, width } of shown.thumbnails) {
      const stored = await storageOf(app).stat(thumbnailKey(key, width));
      const answer = await fetched(address);
      expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        status: 200,
        type: 'image/webp',
      });
      expect(answer.body.length).toBe(stored?.bytes);
    }
  });

  test('returns 304 for a matching ETag', async () => {
    for (const address of [url, thumbnail]) {
      const etag = (await fetched(address)).headers.get('etag') ?? '';
      const answer = await fetched(address, { 'if-none-match': etag });
      expect({ status: answer.status, length: answer.body.length }).toEqual({ status: 304, length: 0 });
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect((await fetched(address, { 'if-none-match': '"other"' })).status).toBe(200);
    }
    expect((await fetched(url)).headers.get('etag')).not.toBe((await fetched(thumbnail)).headers.get('etag'));
  });

  test('can be asked for its headers only', async () => {
    const answer = await fetched(url, {}, 'HEAD');
    expect({ status: answer.status, length: answer.headers.get('content-length') }).toEqual({
      status: 200,
      length: String(bytes.length),
    });
  });

  test('tampered with is answered like an address of nothing', async () => {
    const nothing = await fetched('/api/files/nothing');
    expect({ status: nothing.status, code: codeOf(nothing.body) }).toEqual({ status: 404, code: 'NOT_FOUND' });
    const other = await make({ prompt: 'a dog' });
    const { key: otherKey } = await deliverImage(app, other);
    // A leftover that no row tells of.
    await storageOf(app).put(thumbnailKey(key, 1024), bytes, 'image/webp');
    const [path = '', query = ''] = url.split('?');
    const later = query.replace(/e=(\d+)/, (_, e) => `e=${Number(e) + 6 * 3600}`);
    const wrong = [
      path,
      `${path}?${later}`,
      `${path}?${query.slice(0, -1)}`,
      `${path}?${query}&s=x`,
      `/api/files/${otherKey}?${query}`,
      `${path.replace('.png', '.jpg')}?${query}`,
      `${path.replace('.png', '.w1024.webp')}?${query}`,
      `${path.replace('.png', '.w320.png')}?${query}`,
      `/api/files/?${query}`,
      `/api/files/..%2f..%2f..%2fetc%2fpasswd?${query}`,
      `/api/files/%2e%2e/%2e%2e/etc/passwd?${query}`,
      `/api/files/${encodeURIComponent(`${key}\0`)}?${query}`,
      `/api/files/pictures?${query}`,
      `/api/files/${key.replaceAll('/', '//')}?${query}`,
    ];
    for (const address of wrong) {
      const answer = await fetched(address);
      expect({ address, status: answer.status }).toEqual({ address, status: 404 });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) expect((await fetched(url, {}, method)).status).toBe(404);
  });

  test('ends when its time has come by the database’s clock', async () => {
    const { key: oldKey } = await deliverImage(app, await make({ prompt: 'old' }));
    const { FileLinks } = await import('./file-links.js');
    const links = app.app.get(FileLinks, { strict: false });
    const dated = (now: number): string =>
      links.of({ object_key: oldKey, thumb_widths: [], width: 1, height: 1 }, now).url ?? '';
    const now = Date.now() / 1000;
    expect((await fetched(dated(now))).status).toBe(200);
    expect((await fetched(dated(now - 12 * 3600))).status).toBe(404);
  });

  test('is dead at once when the image is removed, and lives again when it is restored', async () => {
    const gone = await make({ prompt: 'gone' });
    await deliverImage(app, gone);
    const addresses = [(await image(gone)).url ?? '', (await image(gone)).thumbnails[0]?.url ?? ''];
    const statuses = async () => Promise.all(addresses.map(async (address) => (await fetched(address)).status));
    expect(await statuses()).toEqual([200, 200]);
    await app.dataSource.query(`update images set deleted_at = now() where id = $1`, [gone]);
    expect(await statuses()).toEqual([404, 404]);
    expect((await download(gone)).status).toBe(404);
    await app.dataSource.query(`update images set deleted_at = null where id = $1`, [gone]);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('whose bytes are lost says so, and is shown as an image without addresses from then on', async () => {
    const lost = await make({ prompt: 'lost' });
    const { key: lostKey } = await deliverImage(app, lost);
    const address = (await image(lost)).url ?? '';
    await storageOf(app).remove(lostKey);
    for (const answer of [await fetched(address), await download(lost), await download(lost, '?format=webp')]) {
      expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status: 410, code: 'FILE_LOST' });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await app.get('/images', { token: user.token })).status).toBe(200);
    expect(await image(lost)).toMatchObject({ status: 'completed', url: null, thumbnails: [] });
  });

  test('of a lost thumbnail says so, once to operators, and the image is shown with what it has', async () => {
    const made = await make({ prompt: 'a lost thumbnail' });
    const { key: madeKey } = await deliverImage(app, made);
    const before = await image(made);
    const [small, large] = before.thumbnails;
    await storageOf(app).remove(thumbnailKey(madeKey, 320));
    const alerted = await alertsOf('lost_thumbnail');
    const answer = await fetched(small?.url ?? '');
    expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status: 410, code: 'FILE_LOST' });
    expect((await fetched(small?.url ?? '')).status).toBe(404);
    expect(await alertsOf('lost_thumbnail')).toBe(alerted + 1);
    expect(await image(made)).toEqual({ ...before, thumbnails: [large] });
    expect((await fetched(before.url ?? '')).status).toBe(200);
  });

  test('of a thumbnail that is lost with its image says that the image is lost, and takes no width away', async () => {
    const made = await make({ prompt: 'all lost' });
    const { key: madeKey } = await deliverImage(app, made);
    const { thumbnails } = await image(made);
    for (const name of [madeKey, thumbnailKey(madeKey, 320)]) await storageOf(app).remove(name);
    const answer = await fetched(thumbnails[0]?.url ?? '');
    expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status: 410, code: 'FILE_LOST' });
    expect(await image(made)).toMatchObject({ url: null, thumbnails: [] });
    await app.dataSource.query(`update images set file_lost_at = null where id = $1`, [made]);
    expect((await image(made)).thumbnails.map(({ width }) => width)).toEqual([320, 640]);
  });
});

describe('a download', () => {
  test('is the stored file under a telling name', async () => {
    const answer = await download(id);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="a-cat-on-the-roof-1.png"`,
      'x-content-type-options': 'nosniff',
    });
  });

  test('of a Chinese prompt has a Chinese name', async () => {
    const chinese = await make({ prompt: '一只猫' });
    await deliverImage(app, chinese);
    const { frame_number: frame } = await image(chinese);
    const header = (await download(chinese)).headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(`一只猫-${frame}.png`);
  });

  test('can be resumed', async () => {
    const etag = (await download(id)).headers.get('etag') ?? '';
    const part = await download(id, '', { range: 'bytes=10-19', 'if-range': etag });
    expect({ status: part.status, range: part.headers.get('content-range'), length: part.body.length }).toEqual({
      status: 206,
      range: `bytes 10-19/${bytes.length}`,
      length: 10,
    });
    expect(part.body.equals(bytes.subarray(10, 20))).toBe(true);
    expect((await download(id, '', { range: 'bytes=-5' })).body.equals(bytes.subarray(-5))).toBe(true);
    const changed = await download(id, '', { range: 'bytes=10-19', 'if-range': '"other"' });
    expect({ status: changed.status, length: changed.body.length }).toEqual({ status: 200, length: bytes.length });
  });

  test('of a part beyond the end is refused with the size, and as no file', async () => {
    const answer = await download(id, '', { range: `bytes=${bytes.length}-` });
    expect({ status: answer.status, code: codeOf(answer.body), range: answer.headers.get('content-range') }).toEqual({
      status: 416,
      code: 'RANGE_NOT_SATISFIABLE',
      range: `bytes */${bytes.length}`,
    });
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test.each([
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
  ])('in %s is converted, with its own name and tag, and keeps the mark of its making', async (format, ending) => {
    const marked = await make({ prompt: 'marked' });
    const { key: markedKey } = await deliverImage(app, marked);
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>trainedAlgorithmicMedia</a></x:xmpmeta>';
    const storage = storageOf(app);
    await storage.remove(markedKey);
    const stored = await storage.put(markedKey, await sharp(bytes).withXmp(xmp).png().toBuffer(), 'image/png');
    await app.dataSource.query(`update images set bytes = $2 where id = $1`, [marked, stored.bytes]);
    const answer = await download(marked, `?format=${format}`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'content-disposition': `attachment; filename="marked-${(await image(marked)).frame_number}.${ending}"`,
    });
    const metadata = await sharp(answer.body).metadata();
    expect(metadata).toMatchObject({ format, width: 32, height: 32 });
    expect(metadata.xmp?.toString()).toContain('trainedAlgorithmicMedia');
    expect(answer.headers.get('etag')).not.toBe((await download(marked)).headers.get('etag'));
  });

  test('in the stored format is the stored file', async () => {
    expect((await download(id, '?format=png')).body.equals(bytes)).toBe(true);
  });

  test('in a format that is none is refused', async () => {
    for (const format of ['gif', 'svg', 'PNG', '']) {
      const answer = await download(id, `?format=${format}`);
      expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    }
  });

  test('of an image that waits or failed is refused', async () => {
    const [waiting, failed] = [await make({ prompt: 'waits' }), await make({ prompt: 'fails' })];
    await failImage(app, failed, 'ENGINE_FAILED');
    for (const open of [waiting, failed]) {
      const answer = await download(open);
      expect({ status: answer.status, code: codeOf(answer.body) }).toEqual({ status: 409, code: 'IMAGE_NOT_READY' });
    }
  });

  test('needs a token', async () => {
    expect((await fetched(`/api/images/${id}/download`)).status).toBe(401);
  });
});
