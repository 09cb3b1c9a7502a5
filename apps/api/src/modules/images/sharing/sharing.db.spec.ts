import { imageCalls, successSchema, type Answer } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../../test/support/database/unchanged.js';
import { deliverImage, failImage, storageOf } from '../../../../test/support/images/work.js';
import { row, rows } from '../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' }, pool: 10 });
const DAY = 86_400_000;

let owner: SignedIn;
let id: string;
let bytes: Buffer;

async function make(prompt: string, by = owner): Promise<string> {
  const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: by.token, body: { prompt } });
  return made.body.data.id;
}
const share = (of: string, by = owner): Promise<Answered<Answer<'images.share'>>> =>
  app.post(`/images/${of}/share`, { token: by.token });
const revoke = (of: string, by = owner): Promise<Answered> =>
  app.request('DELETE', `/images/${of}/share`, { token: by.token });
const look = (token: string): Promise<Answered<Answer<'images.shared'>>> => app.get(`/images/shared/${token}`);
async function shared(of: string): Promise<Answer<'images.share'>> {
  const answer = await share(of);
  return successSchema(imageCalls.share.schemas.answer).parse(answer.body).data;
}
const statusOf = async (token: string): Promise<number> => (await look(token)).status;
const shift = (of: string, seconds: number): Promise<unknown> =>
  rows(app.dataSource, `update shares set expires_at = now() + $2 * interval '1 s' where image_id = $1`, [of, seconds]);
const fetched = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
};

beforeAll(async () => {
  owner = await app.signIn({ plan: 'pro', name: 'Canary Owner', email: 'canary@example.test' });
  await giveUnits(app.dataSource, owner.userId, 100_000);
  id = await make('A fox in the snow');
  ({ bytes } = await deliverImage(app, id));
});

afterEach(async () => {
  await expectInvariants(app.dataSource);
  await rows(app.dataSource, `delete from shares`);
});

test('the tags of a link name an image that anybody can fetch, until the link is revoked', async () => {
  const { token } = await shared(id);
  const tags = () => fetched(`/api/images/shared/${token}/tags`);
  const address = /og:image" content="http:\/\/localhost:3000([^"]*)"/.exec((await tags()).body.toString())?.[1];
  expect((await fetched(address?.replaceAll('&amp;', '&') ?? '/nothing')).status).toBe(200);
  await revoke(id);
  expect((await tags()).status).toBe(404);
});

describe('a link', () => {
  test('shows the image to anybody who has it, for seven days', async () => {
    const { token, url, expires_at: expiresAt } = await shared(id);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(url).toBe(`http://localhost:3000/shared/${token}`);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 7 * DAY)).toBeLessThan(60_000);
    const answer = await look(token);
    const image = successSchema(imageCalls.shared.schemas.answer).parse(answer.body).data;
    expect(image).toMatchObject({ prompt: 'A fox in the snow', width: 1024, height: 1024, expires_at: expiresAt });
    for (const address of [image.url, image.download_url, ...image.thumbnails.map((one) => one.url)]) {
      expect((await fetched(address)).status).toBe(200);
    }
    expect((await fetched(image.url)).body.equals(bytes)).toBe(true);
  });

  test('tells nothing about its owner, and is kept by nobody', async () => {
    const { token } = await shared(id);
    const answer = await look(token);
    const text = JSON.stringify(answer.body);
    for (const secret of [owner.userId, owner.sessionId, 'Canary', 'canary@', 'generation_id', 'frame_number']) {
      expect(text).not.toContain(secret);
    }
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('stands in the database as a hash only', async () => {
    const { token } = await shared(id);
    const stored = await row<{ text: string }>(app.dataSource, `select s::text as text from shares s`);
    expect(stored?.text).not.toContain(token);
    expect(stored?.text).not.toContain(Buffer.from(token).toString('hex'));
    expect(stored?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  test('is the same when the image is shared again, and lasts seven days from then', async () => {
    const first = await shared(id);
    await shift(id, 3600);
    const again = await shared(id);
    expect(again.token).toBe(first.token);
    expect(Date.parse(again.expires_at)).toBeGreaterThanOrEqual(Date.parse(first.expires_at));
    expect((await look(first.token)).body.data.expires_at).toBe(again.expires_at);
    expect(await rows(app.dataSource, `select 1 from shares`)).toHaveLength(1);
  });

  test('asked for many times at once is one', async () => {
    const manyTimes = () => Promise.all(Array.from({ length: 20 }, () => shared(id)));
    // More than once: the first round may find connections being opened one after the other.
    for (let round = 0; round < 3; round += 1) {
      await rows(app.dataSource, `delete from shares`);
      const links = await manyTimes();
      expect(new Set(links.map(({ token }) => token)).size).toBe(1);
      expect(await rows(app.dataSource, `select 1 from shares`)).toHaveLength(1);
    }
  });

  test('ends by the database’s clock, says so from then on, and makes room for another', async () => {
    const { token } = await shared(id);
    await shift(id, 5);
    expect(await statusOf(token)).toBe(200);
    await shift(id, 0);
    const over = await look(token);
    expect({ status: over.status, code: over.body.code }).toEqual({ status: 410, code: 'SHARE_EXPIRED' });
    const download = await fetched(`/api/images/shared/${token}/download`);
    expect({ status: download.status, name: download.headers.get('content-disposition') }).toEqual({
      status: 410,
      name: null,
    });
    const next = await shared(id);
    expect(next.token).not.toBe(token);
    expect([await statusOf(token), await statusOf(next.token)]).toEqual([410, 200]);
  });

  test('is dead the moment it is revoked, an expired one too, and never comes back', async () => {
    const { token } = await shared(id);
    const answer = await revoke(id);
    expect({ status: answer.status, data: answer.body.data }).toEqual({ status: 200, data: null });
    expect((await look(token)).body.code).toBe('NOT_FOUND');
    expect((await fetched(`/api/images/shared/${token}/download`, { 'if-none-match': '*' })).status).toBe(404);
    const next = await shared(id);
    expect([await statusOf(token), await statusOf(next.token)]).toEqual([404, 200]);
    await shift(id, -1);
    await revoke(id);
    expect(await statusOf(next.token)).toBe(404);
  });

  describe('gives addresses of the image', () => {
    const addressesOf = async (token: string): Promise<string[]> => {
      const { url, thumbnails } = (await look(token)).body.data;
      return [url, ...thumbnails.map((thumbnail) => thumbnail.url)];
    };
    const statuses = (addresses: string[], headers: Record<string, string> = {}) =>
      Promise.all(addresses.map(async (address) => (await fetched(address, headers)).status));

    test('that are asked for anew each time, and answered with 304 while they work', async () => {
      const addresses = await addressesOf((await shared(id)).token);
      expect(addresses).toHaveLength(3);
      for (const address of addresses) {
        const { headers } = await fetched(address);
        expect(headers.get('cache-control')).toBe('private, no-cache');
        expect(await statuses([address], { 'if-none-match': headers.get('etag') ?? '' })).toEqual([304]);
      }
    });

    test('that stop working when the share is revoked, and do not return with the next share', async () => {
      const addresses = await addressesOf((await shared(id)).token);
      await revoke(id);
      expect(await statuses(addresses)).toEqual([404, 404, 404]);
      expect(await statuses(addresses, { 'if-none-match': '*' })).toEqual([404, 404, 404]);
      const next = await addressesOf((await shared(id)).token);
      expect(await statuses(next)).toEqual([200, 200, 200]);
      expect(await statuses(addresses)).toEqual([404, 404, 404]);
    });

    test('that stop working when the share expires', async () => {
      const addresses = await addressesOf((await shared(id)).token);
      await shift(id, 0);
      expect(await statuses(addresses)).toEqual([404, 404, 404]);
    });

    test('that cannot be turned into addresses of the owner or of another share', async () => {
      const other = await make('Another one');
      await deliverImage(app, other);
      const [address = ''] = await addressesOf((await shared(id)).token);
      const { searchParams } = new URL((await look((await shared(other)).token)).body.data.url, app.url);
      const otherShare = searchParams.get('share') ?? '';
      expect(otherShare).toMatch(/^[\da-f-]{36}$/);
      const withoutShare = address.replace(/share=[^&]*&/, '');
      const withOther = address.replace(/share=[^&]*/, `share=${otherShare}`);
      expect(await statuses([address, withoutShare, withOther, `${address}&share=${otherShare}`])).toEqual([
        200, 404, 404, 404,
      ]);
    });
  });

  test('can be revoked although there is none', async () => {
    expect((await revoke(id)).status).toBe(200);
  });

  test('hides with its image and comes back with it', async () => {
    const { token } = await shared(id);
    const { download_url: download } = (await look(token)).body.data;
    expect((await app.request('DELETE', `/images/${id}`, { token: owner.token })).status).toBe(200);
    expect([await statusOf(token), (await fetched(download)).status]).toEqual([404, 404]);
    expect((await share(id)).status).toBe(404);
    await app.post('/images/restore', { token: owner.token, body: { image_ids: [id] } });
    expect([await statusOf(token), (await fetched(download)).status]).toEqual([200, 200]);
    expect((await shared(id)).token).toBe(token);
  });

  test('is dead when its owner’s account is', async () => {
    const leaving = await app.signIn();
    await giveUnits(app.dataSource, leaving.userId, 100);
    const last = await make('last', leaving);
    await deliverImage(app, last);
    const { token } = (await share(last, leaving)).body.data;
    expect(await statusOf(token)).toBe(200);
    await rows(app.dataSource, `update users set deleted_at = now() where id = $1`, [leaving.userId]);
    expect(await statusOf(token)).toBe(404);
  });

  test('lives on under another secret of the installation once its image is shared again', async () => {
    const { token } = await shared(id);
    await rows(app.dataSource, `update shares set token_hash = '\\x00'`);
    expect(await statusOf(token)).toBe(404);
    expect((await shared(id)).token).toBe(token);
    expect(await statusOf(token)).toBe(200);
  });

  test.each(['x', 'a'.repeat(32), '..', '%00', 'a'.repeat(199), '一只猫', 'select 1'])(
    'that we never made, %s, leads nowhere',
    async (token) => {
      for (const path of ['', '/download']) {
        const answer = await app.get(`/images/shared/${encodeURIComponent(token)}${path}`);
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
      }
    },
  );
});

describe('a download by a link', () => {
  test('is the stored file under a telling name that counts nothing, in parts too', async () => {
    const { token } = await shared(id);
    const path = `/api/images/shared/${token}/download`;
    const whole = await fetched(path);
    expect(whole.body.equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a-fox-in-the-snow.png"',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    const part = await fetched(path, { range: 'bytes=1-3' });
    expect({ status: part.status, same: part.body.equals(bytes.subarray(1, 4)) }).toEqual({ status: 206, same: true });
    const beyond = await fetched(path, { range: `bytes=${bytes.length}-` });
    expect({ status: beyond.status, range: beyond.headers.get('content-range') }).toEqual({
      status: 416,
      range: `bytes */${bytes.length}`,
    });
    const known = await fetched(path, { 'if-none-match': whole.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });

  test('whose file was lost says so, and so does its link', async () => {
    const lost = await make('lost');
    const { key } = await deliverImage(app, lost);
    const { token } = await shared(lost);
    await storageOf(app).remove(key);
    const download = await app.get(`/images/shared/${token}/download`);
    expect({ status: download.status, code: download.body.code }).toEqual({ status: 410, code: 'FILE_LOST' });
    expect((await look(token)).body.code).toBe('FILE_LOST');
  });
});

describe('who may share', () => {
  test('what is not delivered is nobody’s to share, and nothing changes', async () => {
    const [waiting, failed] = [await make('waits'), await make('fails')];
    await failImage(app, failed, 'ENGINE_FAILED');
    await expectUnchanged(app.dataSource, async () => {
      for (const one of [waiting, failed]) {
        const answer = await share(one);
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 409, code: 'IMAGE_NOT_READY' });
        expect((await revoke(one)).status).toBe(200);
      }
    });
  });

  test('nobody but the owner shares an image or ends its link', async () => {
    const stranger = await app.signIn();
    const { token } = await shared(id);
    await expectUnchanged(app.dataSource, async () => {
      for (const act of [share, revoke]) {
        const [foreign, unknown] = [
          await act(id, stranger),
          await act('0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1', stranger),
        ];
        expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
        expect(foreign.status).toBe(404);
      }
    });
    expect(await statusOf(token)).toBe(200);
  });
});
