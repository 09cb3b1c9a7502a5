import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { until } from '../../../../test/support/timing/until.js';
import { deliverImage, storageOf } from '../../../../test/support/images/work.js';
import { readZip } from '../../../../test/support/http/zip.js';
import { rows } from '../../../platform/database/rows.js';
import { StorageError, type OpenedObject } from '../../../platform/storage/storage.port.js';
import { FindLostFiles } from '../files/clean-up/find-lost-files.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

interface Manifest {
  pictures: { id: string }[];
  left_out: { removed: string[]; file_lost: { id: string; prompt: string }[] };
}

let owner: SignedIn;
/** Oldest first; archives begin with the last. */
let ids: string[];
let keys: string[];
/** Whether all of them and their files are there. */
let areWhole = false;

async function deliver(prompt: string): Promise<{ id: string; key: string }> {
  const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: owner.token, body: { prompt } });
  const { id } = made.body.data;
  return { id, key: (await deliverImage(app, id)).key };
}
const start = (token = owner.token, format = 'zip', signal?: AbortSignal): Promise<Response> =>
  fetch(`${app.url}/api/images/generations/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
async function manifestOf(archive: Buffer): Promise<Manifest> {
  return JSON.parse((await readZip(archive)).get('manifest.json')?.bytes.toString() ?? '') as Manifest;
}
const running = (): Promise<unknown[]> => rows(app.dataSource, `select 1 from running_exports`);

/** Lets the storage do something else when the file of an image is opened. */
function whenOpened(index: number, act: (goOn: () => Promise<OpenedObject | null>) => Promise<OpenedObject | null>) {
  const storage = storageOf(app);
  const open = storage.open.bind(storage);
  return jest
    .spyOn(storage, 'open')
    .mockImplementation((key, range) => (key === keys[index] ? act(() => open(key, range)) : open(key, range)));
}
/** Holds an export up at an image until it is let go. */
function gateAt(index: number): { reached: Promise<unknown>; letGo: () => void; opened: () => number } {
  const events = new EventEmitter();
  const reached = once(events, 'reached');
  const letGo = once(events, 'let go');
  const spy = whenOpened(index, async (goOn) => {
    events.emit('reached');
    await letGo;
    return goOn();
  });
  return { reached, letGo: () => void events.emit('let go'), opened: () => spy.mock.calls.length };
}

beforeAll(async () => {
  owner = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, owner.userId, 100_000);
});

beforeEach(async () => {
  if (areWhole) return;
  areWhole = true;
  await rows(app.dataSource, `update images set deleted_at = now() where deleted_at is null`);
  const made = [await deliver('one'), await deliver('two'), await deliver('three'), await deliver('four')];
  ids = made.map(({ id }) => id);
  keys = made.map(({ key }) => key);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await until(async () => (await running()).length === 0);
  await expectInvariants(app.dataSource);
});

describe('one at a time:', () => {
  test('another one is refused with the time to wait, for this person alone, until the first has been taken', async () => {
    const gate = gateAt(2);
    const first = await start();
    await gate.reached;
    for (const format of ['json', 'csv', 'zip']) {
      const second = await start(owner.token, format);
      expect({ status: second.status, body: await second.json() }).toMatchObject({
        status: 429,
        body: { code: 'EXPORT_RUNNING' },
      });
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(second.headers.get('retry-after'))).toBeLessThanOrEqual(30);
      expect(second.headers.get('content-disposition')).toBeNull();
    }
    const other = await app.signIn();
    expect((await bytesOf(await start(other.token))).length).toBeGreaterThan(0);
    gate.letGo();
    expect((await manifestOf(await bytesOf(first))).pictures).toHaveLength(4);
    await until(async () => (await running()).length === 0);
    expect((await bytesOf(await start())).length).toBeGreaterThan(0);
  });

  test('of ten at once one begins', async () => {
    const gate = gateAt(2);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const answer = await start();
        if (answer.status === 429) await answer.arrayBuffer();
        return answer;
      }),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    gate.letGo();
    const begun = answers.filter(({ status }) => status === 200);
    expect(begun).toHaveLength(1);
    for (const answer of begun) await bytesOf(answer);
  });

  test('a ticket is not spent by it', async () => {
    const made = await app.post<Answer<'images.createExport'>>('/images/exports', { token: owner.token, body: {} });
    const open = () => fetch(app.url + made.body.data.url);
    const gate = gateAt(2);
    const first = await start();
    await gate.reached;
    const refused = await open();
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 429,
      body: { code: 'EXPORT_RUNNING' },
    });
    gate.letGo();
    await bytesOf(first);
    await until(async () => (await running()).length === 0);
    const file = await open();
    expect({ status: file.status, file: await file.json() }).toMatchObject({
      status: 200,
      file: { left_out: { removed: [] } },
    });
  });

  test('one of a process that died is in the way for as long as its lease', async () => {
    const id = '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1';
    const left = (seconds: number) =>
      rows(
        app.dataSource,
        `insert into running_exports values ($1, $2, now() + $3 * interval '1 s')
         on conflict (user_id) do update set lease_until = excluded.lease_until`,
        [owner.userId, id, seconds],
      );
    await left(20);
    expect((await bytesOf(await start())).toString()).toContain('EXPORT_RUNNING');
    await left(0);
    expect((await manifestOf(await bytesOf(await start()))).pictures).toHaveLength(4);
  });
});

describe('while an archive is written', () => {
  test('a client that hangs up ends it, and frees the way', async () => {
    const gate = gateAt(2);
    const client = new AbortController();
    const answer = await start(owner.token, 'zip', client.signal);
    await gate.reached;
    const before = gate.opened();
    client.abort();
    await expect(answer.arrayBuffer()).rejects.toThrow('abort');
    await until(async () => (await running()).length === 0);
    gate.letGo();
    const next = await manifestOf(await bytesOf(await start()));
    expect(next.pictures).toHaveLength(4);
    // Four by the second export: the first one opened no more.
    expect(gate.opened()).toBe(before + 4);
  });

  test('an image that is removed is skipped and noted', async () => {
    areWhole = false;
    const gate = gateAt(2);
    const answer = await start();
    await gate.reached;
    const [removed = ''] = ids;
    expect((await app.request('DELETE', `/images/${removed}`, { token: owner.token })).status).toBe(200);
    gate.letGo();
    const manifest = await manifestOf(await bytesOf(answer));
    expect(manifest.pictures.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    expect(manifest.left_out.removed).toEqual([removed]);
  });

  test('an image whose file is damaged is skipped and noted, and known as lost from then on', async () => {
    areWhole = false;
    const [, key = ''] = keys;
    const kept = Buffer.concat(await (await storageOf(app).open(key))!.stream.toArray());
    await storageOf(app).remove(key);
    await storageOf(app).put(key, Buffer.from('something else'), 'image/png');
    for (let round = 0; round < 2; round += 1) {
      const manifest = await manifestOf(await bytesOf(await start()));
      expect(manifest.left_out.file_lost.map(({ id }) => id)).toEqual([ids[1]]);
      expect(manifest.pictures).toHaveLength(ids.length - 1);
    }
    await storageOf(app).remove(key);
    await storageOf(app).put(key, kept, 'image/png');
    expect((await new FindLostFiles(app.dataSource, storageOf(app)).look()).found).toEqual([key]);
    expect((await manifestOf(await bytesOf(await start()))).pictures).toHaveLength(ids.length);
  });

  test('a storage that fails breaks it: nobody takes a part for the whole', async () => {
    whenOpened(2, () => Promise.reject(new StorageError('down')));
    const answer = await start();
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });

  test('bytes that end too early break it too', async () => {
    whenOpened(2, async (goOn) => {
      const opened = await goOn();
      if (!opened) return null;
      const bytes = await buffer(opened.stream);
      return { ...opened, stream: Readable.from([bytes.subarray(1)]) };
    });
    await expect((await start()).arrayBuffer()).rejects.toThrow('terminated');
  });

  test('a storage that fails from the start is answered, not sent as a file', async () => {
    whenOpened(3, () => Promise.reject(new StorageError('down')));
    const answer = await start();
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test('a file that was lost is noted with what it was made from, and the rest is whole', async () => {
    areWhole = false;
    await storageOf(app).remove(keys[1] ?? '');
    const manifest = await manifestOf(await bytesOf(await start()));
    expect(manifest.left_out.file_lost).toMatchObject([{ id: ids[1], prompt: 'two', credits_used: 3.5 }]);
    expect(manifest.pictures).toHaveLength(3);
  });
});
