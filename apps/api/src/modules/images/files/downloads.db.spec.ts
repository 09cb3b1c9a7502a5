import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { alertsOf } from '../../../../test/support/alerts.js';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { until } from '../../../../test/support/timing/until.js';
import { deliverImage, storageOf } from '../../../../test/support/images/work.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });

let user: SignedIn;
let id: string;
let bytes: Buffer;

async function make(prompt: string): Promise<string> {
  const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: user.token, body: { prompt } });
  return made.body.data.id;
}
/** The whole answer; bodies are read, since an unread one keeps its connection. */
async function download(of: string, headers: Record<string, string> = {}, method = 'GET') {
  const authorization = `Bearer ${user.token}`;
  const response = await fetch(`${app.url}/api/images/${of}/download`, {
    headers: { authorization, ...headers },
    method,
  });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

beforeAll(async () => {
  user = await app.signIn();
  await giveUnits(app.dataSource, user.userId, 1_000);
  id = await make('a cat');
  ({ bytes } = await deliverImage(app, id));
});

describe('a download', () => {
  test('of a damaged file says that it is lost, and of one that looked damaged for a moment works again', async () => {
    const damaged = await make('a damaged cat');
    const { key, bytes: whole } = await deliverImage(app, damaged);
    const storage = storageOf(app);
    const open = storage.open.bind(storage);
    jest.spyOn(storage, 'open').mockImplementationOnce(async (...asked) => {
      const opened = await open(...asked);
      return opened && { ...opened, bytes: 1 };
    });
    expect((await download(damaged)).status).toBe(503);
    expect((await download(damaged)).body.equals(whole)).toBe(true);

    await storage.remove(key);
    await storage.put(key, Buffer.from('something else'), 'image/png');
    const before = await alertsOf('lost_file');
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await download(damaged);
      expect({ status, body: JSON.parse(body.toString()) as unknown }).toMatchObject({
        status: 410,
        body: { code: 'FILE_LOST' },
      });
    }
    expect(await alertsOf('lost_file')).toBe(before + 1);
  });

  test('is sent whole when several ranges are requested, or If-Range does not match this file', async () => {
    const etag = (await download(id)).headers.get('etag') ?? '';
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    const asked: Record<string, string>[] = [
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { range: 'bytes=5-4' },
      { range: 'bytes=0-1', 'if-range': `W/${etag}` },
      { range: 'bytes=0-1', 'if-range': tomorrow },
      { range: `bytes=${bytes.length}-`, 'if-range': '"other"' },
    ];
    for (const headers of asked) {
      const answer = await download(id, headers);
      expect({ headers, status: answer.status, same: answer.body.equals(bytes) }).toEqual({
        headers,
        status: 200,
        same: true,
      });
    }
  });

  test('is not sent in part when If-None-Match matches the file', async () => {
    const etag = (await download(id)).headers.get('etag') ?? '';
    const answer = await download(id, { range: 'bytes=0-1', 'if-none-match': `"x", W/${etag}` });
    expect({ status: answer.status, length: answer.body.length, etag: answer.headers.get('etag') }).toEqual({
      status: 304,
      length: 0,
      etag,
    });
  });

  test('asked for its headers tells those of the whole file, and what is the matter with it', async () => {
    const head = await download(id, { range: 'bytes=0-1' }, 'HEAD');
    expect({ status: head.status, ...Object.fromEntries(head.headers) }).toMatchObject({
      status: 200,
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'content-type': 'image/png',
    });
    expect(head.headers.get('content-range')).toBeNull();
    const lost = await make('lost');
    await storageOf(app).remove((await deliverImage(app, lost)).key);
    expect((await download(lost, {}, 'HEAD')).status).toBe(410);
  });
});

describe('downloads in another format', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('of one person that wait are no hindrance for those of others', async () => {
    const other = await app.signIn();
    await giveUnits(app.dataSource, other.userId, 1_000);
    const made = await app.post<Answer<'images.generate'>>('/images/generate', {
      token: other.token,
      body: { prompt: 'a dog' },
    });
    await deliverImage(app, made.body.data.id);
    const storage = storageOf(app);
    const read = storage.read.bind(storage);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    jest.spyOn(storage, 'read').mockImplementation((key) => held.then(() => read(key)));
    const converted = (of: string, token: string): Promise<number> =>
      app.get(`/images/${of}/download?format=webp`, { token }).then(({ status }) => status);

    const answered: number[] = [];
    const eager = Array.from({ length: 16 }, () => converted(id, user.token).then((status) => answered.push(status)));
    let others: Promise<number>;
    try {
      await until(() => answered.length === 14);
      expect(new Set(answered)).toEqual(new Set([429]));
      others = converted(made.body.data.id, other.token);
    } finally {
      goOn();
    }
    expect(await others).toBe(200);
    await Promise.all(eager);
    expect(answered.slice(14)).toEqual([200, 200]);
  });
});

describe('an image that is removed for good between the look at its row and the look for its file', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each<[string, (of: string, token: string) => string]>([
    ['a download', (of) => `/images/${of}/download`],
    ['a download in another format', (of) => `/images/${of}/download?format=jpeg`],
    ['a download by its link', (_, token) => `/images/shared/${token}/download`],
  ])('is not there for %s, and not missed', async (_, pathOf) => {
    const going = await make('going');
    const { key } = await deliverImage(app, going);
    const shared = await app.post<Answer<'images.share'>>(`/images/${going}/share`, { token: user.token });
    const storage = storageOf(app);
    const [open, read] = [storage.open.bind(storage), storage.read.bind(storage)];
    const goes = async (): Promise<void> => {
      await app.request('DELETE', `/images/${going}`, { token: user.token });
      await storage.remove(key);
    };
    jest.spyOn(storage, 'open').mockImplementation((...asked) => goes().then(() => open(...asked)));
    jest.spyOn(storage, 'read').mockImplementation((asked) => goes().then(() => read(asked)));
    const response = await app.get(pathOf(going, shared.body.data.token), { token: user.token });
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
    const rows = await app.dataSource.query<unknown[]>(
      `select 1 from images where id = $1 and file_lost_at is not null`,
      [going],
    );
    expect(rows).toEqual([]);
  });
});
