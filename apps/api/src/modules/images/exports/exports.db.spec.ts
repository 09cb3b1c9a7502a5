import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { parseCsv } from '../../../../test/support/http/csv.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../../test/support/database/unchanged.js';
import { deliverImage, failImage } from '../../../../test/support/images/work.js';
import { readZip } from '../../../../test/support/http/zip.js';
import { until } from '../../../../test/support/timing/until.js';
import { rows } from '../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none', IN_FLIGHT_PRO: '1000' } });

interface Exported extends Record<'left_out' | 'not_delivered', unknown> {
  exported_at: string;
  pictures: (Record<string, unknown> & { id: string; file?: string })[];
}

let owner: SignedIn;
/** By prompt. */
const ids: Record<string, string> = {};
const files: Record<string, Buffer> = {};
const TEXTS = ['account.json', 'statement.csv', 'not-delivered.json', 'manifest.json'];
const PROMPTS = ['=HYPERLINK("http://evil.test","x")', '一只猫，坐在屋顶上', 'A fox, "red"'];

async function make(prompt: string, by = owner, parentId?: string): Promise<string> {
  const body = { prompt, size: '16:9', negative_prompt: '+blur', ...(parentId && { parent_id: parentId }) };
  const made = await app.post<Answer<'images.generate'>>('/images/generate', { token: by.token, body });
  if (made.status !== 202) throw new Error(JSON.stringify(made.body));
  return made.body.data.id;
}
async function fetched(path: string, { token = owner.token, headers = {}, method = 'GET' } = {}) {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    body,
    json: () => JSON.parse(body.toString()) as Exported,
  };
}
/** The last byte may reach its reader before an export is noted as ended. */
const untilEnded = () => until(async () => (await rows(app.dataSource, `select 1 from running_exports`)).length === 0);
const exported = (query = '', token = owner.token) =>
  untilEnded().then(() => fetched(`/images/generations/export${query}`, { token }));
const textOf = async (archive: Buffer, name: string): Promise<Exported> =>
  JSON.parse((await readZip(archive)).get(name)?.bytes.toString() ?? '') as Exported;
const manifestOf = (archive: Buffer): Promise<Exported> => textOf(archive, 'manifest.json');

beforeAll(async () => {
  owner = await app.signIn({ plan: 'pro' });
  await giveUnits(app.dataSource, owner.userId, 100_000);
  for (const prompt of PROMPTS) {
    // Each is made from the one before.
    const id = await make(prompt, owner, Object.values(ids).at(-1));
    ids[prompt] = id;
    files[id] = (await deliverImage(app, id)).bytes;
  }
  const failed = await make('fails');
  await failImage(app, failed, 'CONTENT_REJECTED');
  const removed = await make('removed');
  await deliverImage(app, removed);
  await rows(app.dataSource, `update images set deleted_at = now() where id = $1`, [removed]);
  await app.request('POST', `/images/${ids[PROMPTS[1] ?? '']}/favorite`, { token: owner.token });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await expectInvariants(app.dataSource);
  await untilEnded();
});

describe('an export as JSON', () => {
  test('tells of every image that is there, newest first', async () => {
    const answer = await exported();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    const file = answer.json();
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="image-history-${file.exported_at.slice(0, 10)}.json"`,
    );
    expect(file.pictures.map(({ prompt }) => prompt)).toEqual(['fails', ...PROMPTS.toReversed()]);
    expect(file.left_out).toEqual({ removed: [] });
    expect(file.pictures[0]).toMatchObject({ status: 'failed', error_code: 'CONTENT_REJECTED', credits_used: 0 });
    const { body } = await app.get<Answer<'images.show'>>(`/images/${file.pictures[1]?.id}`, { token: owner.token });
    const { id, seed, parent_id, width, height, prompt, engine, style, model, credits_used } = body.data;
    const { created_at, finished_at } = body.data;
    const shown = { id, seed, parent_id, width, height, prompt, engine, style, model, credits_used };
    expect(file.pictures[1]).toEqual(
      expect.objectContaining({ ...shown, created_at, finished_at, is_favorited: false }),
    );
    expect(file.pictures.map((one) => one['parent_id'])).toEqual([
      null,
      file.pictures[2]?.id,
      file.pictures[3]?.id,
      null,
    ]);
    expect(file.pictures[2]).toMatchObject({ is_favorited: true });
  });

  test('of somebody who made nothing is empty', async () => {
    const nobody = await app.signIn();
    expect((await exported('', nobody.token)).json()).toMatchObject({ pictures: [], left_out: { removed: [] } });
    expect(parseCsv((await exported('?format=csv', nobody.token)).body.toString())).toHaveLength(1);
    expect([...(await readZip((await exported('?format=zip', nobody.token)).body)).keys()]).toEqual(TEXTS);
  });

  test('is refused in another format, and nothing begins', async () => {
    await expectUnchanged(app.dataSource, async () => {
      for (const query of ['?format=xml', '?format=', '?format=JSON', '?limit=1']) {
        expect((await exported(query)).status).toBe(400);
      }
    });
  });

  test('asked for its headers begins nothing', async () => {
    await expectUnchanged(app.dataSource, async () => {
      const head = await fetched('/images/generations/export?format=zip', { method: 'HEAD' });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
    });
  });
});

describe('an export as CSV', () => {
  test('is a table that no spreadsheet runs or misreads', async () => {
    const answer = await exported('?format=csv');
    const text = answer.body.toString();
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [head = [], ...lines] = parseCsv(text.slice(1));
    const column = (name: string): string[] => lines.map((line) => line[head.indexOf(name)] ?? '');
    expect(column('Prompt')).toEqual([
      'fails',
      'A fox, "red"',
      '一只猫，坐在屋顶上',
      `'=HYPERLINK("http://evil.test","x")`,
    ]);
    expect(column('Negative prompt')).toEqual(Array.from({ length: 4 }, () => `'+blur`));
    expect(column('Status')).toEqual(['Failed', 'Done', 'Done', 'Done']);
    expect(column('Size')[0]).toBe('16:9');
    expect(column('Favorite')).toEqual(['no', 'no', 'yes', 'no']);
    expect(column('Made from image ID')).toEqual(['', ...column('Image ID').slice(2), '']);
    expect(column('Credits')).toEqual(['0', '3.5', '3.5', '3.5']);
    expect(column('Created (UTC)')[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(answer.headers.get('content-disposition')).toMatch(/filename="image-history-[\d-]{10}\.csv"$/);
  });

  test('has Chinese columns for Chinese readers', async () => {
    const answer = await fetched('/images/generations/export?format=csv', { headers: { 'accept-language': 'zh-CN' } });
    const [head, first] = parseCsv(answer.body.toString().slice(1));
    expect(head?.slice(0, 6)).toEqual(['编号', '生成时间（UTC）', '完成时间（UTC）', '状态', '错误代码', '提示词']);
    expect(first?.[3]).toBe('失败');
  });
});

describe('an export as archive', () => {
  test('holds every delivered image as it is, and says what is in it', async () => {
    const answer = await exported('?format=zip');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const archive = await readZip(answer.body);
    const manifest = await manifestOf(answer.body);
    expect(manifest.pictures.map(({ id }) => id)).toEqual(PROMPTS.toReversed().map((prompt) => ids[prompt]));
    expect(manifest.pictures.map((one) => one['parent_id'])).toEqual([
      ids[PROMPTS[1] ?? ''],
      ids[PROMPTS[0] ?? ''],
      null,
    ]);
    const names = ['a-fox-red-3.png', '一只猫-坐在屋顶上-2.png', 'hyperlink-http-evil-test-x-1.png'];
    expect([...archive.keys()]).toEqual([...names, ...TEXTS]);
    for (const { file = '', id, created_at: createdAt } of manifest.pictures) {
      const entry = archive.get(file);
      expect(entry?.bytes.equals(files[id] ?? Buffer.alloc(0))).toBe(true);
      expect(entry?.isStored).toBe(true);
      expect(Math.abs(Number(entry?.modifiedAt) - Date.parse(String(createdAt)))).toBeLessThan(2_000);
      expect((await sharp(entry?.bytes).metadata()).width).toBe(32);
    }
    expect(manifest.left_out).toEqual({ removed: [], file_lost: [], beyond_limit: 0 });
    const rest = await textOf(answer.body, 'not-delivered.json');
    expect([manifest.not_delivered, rest.pictures]).toMatchObject([1, [{ prompt: 'fails', status: 'failed' }]]);
  });
});

describe('an export by ticket', () => {
  const ticket = (body: unknown, token = owner.token) =>
    app.post<Answer<'images.createExport'>>('/images/exports', { token, body });
  const open = (url: string, method = 'GET') => fetched(url.replace(/^\/api/, ''), { token: '', method });
  const codeOf = (answer: { status: number; body: Buffer }): [number, unknown] => [
    answer.status,
    (JSON.parse(answer.body.toString()) as { code?: unknown }).code,
  ];

  test('needs no token, and is given once within a minute', async () => {
    const { status, body } = await ticket({ format: 'csv' });
    expect(status).toBe(200);
    expect(Math.abs(Date.parse(body.data.expires_at) - Date.now() - 60_000)).toBeLessThan(20_000);
    expect(body.data.url).toMatch(/^\/api\/images\/exports\/[\w-]{43}$/);
    const head = await open(body.data.url, 'HEAD');
    expect({ status: head.status, type: head.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
    });
    expect(parseCsv((await open(body.data.url)).body.toString().slice(1))).toHaveLength(5);
    expect(codeOf(await open(body.data.url))).toEqual([410, 'TICKET_USED']);
    expect((await open(body.data.url, 'HEAD')).status).toBe(410);
  });

  test('speaks the language it was asked for in', async () => {
    const { body } = await app.post<Answer<'images.createExport'>>('/images/exports', {
      token: owner.token,
      headers: { 'accept-language': 'zh-CN' },
      body: { format: 'csv' },
    });
    expect((await open(body.data.url)).body.toString()).toContain('提示词');
  });

  test('can be of some images', async () => {
    const chosen = [ids[PROMPTS[0] ?? ''] ?? '', ids[PROMPTS[2] ?? ''] ?? ''];
    const { body } = await ticket({ format: 'zip', image_ids: [...chosen, ...chosen] });
    const manifest = await manifestOf((await open(body.data.url)).body);
    expect(manifest.pictures.map(({ id }) => id)).toEqual(chosen.toReversed());
  });

  test('can be of the images below a number', async () => {
    const { url } = (await ticket({ format: 'json', before: 3 })).body.data;
    expect((await open(url)).json().pictures.map((one) => one['frame_number'])).toEqual([2, 1]);
    for (const before of [0, -1, 1.5, '3']) expect((await ticket({ format: 'zip', before })).status).toBe(400);
    expect((await ticket({ format: 'zip' })).body.data.parts).toBeUndefined();
  });

  test('leaves out what was removed, and says so', async () => {
    const gone = await make('gone');
    await deliverImage(app, gone);
    await app.request('DELETE', `/images/${gone}`, { token: owner.token });
    for (const format of ['zip', 'json'] as const) {
      const { body } = await ticket({ format, image_ids: [gone] });
      const answer = await open(body.data.url);
      const file = format === 'zip' ? await manifestOf(answer.body) : answer.json();
      expect(file).toMatchObject({ pictures: [], left_out: { removed: [gone] } });
    }
  });

  test('of somebody else’s image is none, alike for one that never was, and nothing changes', async () => {
    const stranger = await app.signIn();
    const own = ids[PROMPTS[0] ?? ''] ?? '';
    await expectUnchanged(app.dataSource, async () => {
      const foreign = await ticket({ image_ids: [own] }, stranger.token);
      const unknown = await ticket({ image_ids: ['0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1'] }, stranger.token);
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
      expect((await ticket({ image_ids: [own, '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1'] })).status).toBe(404);
      expect((await ticket({ format: 'rar' })).status).toBe(400);
    });
  });

  test('that ended unused says so; one that never was, and one of a removed account, are not there', async () => {
    const { body } = await ticket({});
    await rows(app.dataSource, `update export_tickets set expires_at = now()`);
    expect(codeOf(await open(body.data.url))).toEqual([410, 'TICKET_USED']);
    expect(codeOf(await open('/api/images/exports/x'))).toEqual([404, 'NOT_FOUND']);
    expect((await open('/api/images/exports/x', 'HEAD')).status).toBe(404);
    const leaving = await app.signIn();
    const { body: last } = await ticket({}, leaving.token);
    await rows(app.dataSource, `update users set deleted_at = now() where id = $1`, [leaving.userId]);
    expect(codeOf(await open(last.data.url))).toEqual([404, 'NOT_FOUND']);
  });

  test('ends with the session that asked for it, and with no other', async () => {
    const person = await app.signIn();
    const other = await app.openSession(person.userId);
    const [{ body: ended }, { body: living }] = [await ticket({}, person.token), await ticket({}, other.token)];
    await app.post('/auth/logout', { token: person.token });
    expect(codeOf(await open(ended.data.url))).toEqual([404, 'NOT_FOUND']);
    expect((await open(ended.data.url, 'HEAD')).status).toBe(404);
    expect((await open(living.data.url)).status).toBe(200);
  });

  test('is stored as a hash, and not for long', async () => {
    await rows(app.dataSource, `update export_tickets set expires_at = now() - interval '25 hours'`);
    const { body } = await ticket({});
    const stored = await rows<{ text: string }>(app.dataSource, `select t::text as text from export_tickets t`);
    const secret = body.data.url.slice(body.data.url.lastIndexOf('/') + 1);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain(secret);
    expect(stored[0]?.text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  });

  test('used fifty times at once is given once', async () => {
    const { body } = await ticket({});
    const answers = await Promise.all(Array.from({ length: 50 }, () => open(body.data.url)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
  });
});
