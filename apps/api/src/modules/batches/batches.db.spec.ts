import {
  BATCH_BODY_BYTES,
  BATCH_DAYS,
  PLAN_TERMS,
  PROMPT_MAX,
  UNFINISHED_BATCHES_MAX,
  type Answer,
} from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { createKey } from '../../../test/support/api-keys.js';
import { useApp } from '../../../test/support/app.js';
import { foxes, useBatches } from '../../../test/support/images/batches.js';
import { deliverImage, failImage } from '../../../test/support/images/work.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'none' } });
const batches = useBatches(api);

describe('start', () => {
  test('stores the rows with their prices and holds nothing', async () => {
    const by = await batches.person({ units: 100 });
    const list = [
      { prompt: ' a fox ', model: 'sd3.5-large', count: 2 },
      { prompt: 'a hare', seed: 7 },
    ];
    const { status, body } = await batches.ask(by, { name: ' Animals ', rows: list });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      name: 'Animals',
      status: 'running',
      pause_reason: null,
      source: 'web',
      row_count: 2,
      rows_by_status: { waiting: 2, pending: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 },
      total_credits: 16.5,
      credits_used: 0,
      credits_held: 0,
      finished_at: null,
      rows: [
        { number: 1, status: 'waiting', prompt: 'a fox', model: 'sd3.5-large', seed: null, count: 2, price: 13 },
        { number: 2, status: 'waiting', prompt: 'a hare', seed: 7, price: 3.5, generation_id: null, images: [] },
      ],
    });
    expect(body.data.estimated_seconds).toBeGreaterThan(0);
    const days = (Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(BATCH_DAYS, 1);
    expect(await batches.balance(by)).toEqual({ available: 100, reserved: 0 });
  });

  test('names each fault of each row, and the first decides', async () => {
    const by = await batches.person();
    const long = 'x'.repeat(PROMPT_MAX + 1);
    const { status, body } = await batches.ask(by, {
      rows: [{ prompt: 'a fox' }, { prompt: long, model: 'dall-e-3' }, { prompt: '' }],
    });
    expect([status, body.code]).toEqual([400, 'PROMPT_TOO_LONG']);
    expect(body.details?.map(({ path }) => path)).toEqual([
      'body.rows.1.prompt',
      'body.rows.1.model',
      'body.rows.2.prompt',
    ]);
  });

  test.each([
    ['free', 1],
    ['pro', PLAN_TERMS.pro.batchLimit + 1],
  ] as const)('returns 403 to a %s plan for %i rows', async (plan, count) => {
    const { status, body } = await batches.ask(await batches.person({ plan }), { rows: foxes(count) });
    const message = `must have at most ${PLAN_TERMS[plan].batchLimit} rows`;
    expect([status, body.code, body.details]).toEqual([403, 'PLAN_LIMIT', [{ path: 'body.rows', message }]]);
  });

  test('accepts as many rows as the plan allows, and returns 403 for more images a row', async () => {
    const by = await batches.person({ plan: 'pro' });
    const { imagesPerGeneration: most, batchLimit } = PLAN_TERMS.pro;
    const over = await batches.ask(by, { rows: [...foxes(2, { count: most }), { prompt: 'x', count: most + 1 }] });
    expect([over.status, over.body.details?.[0]?.path]).toEqual([403, 'body.rows.2.count']);
    await batches.start(by, foxes(batchLimit));
  });

  test('takes a repeated request under one key for one batch, also once it has ended', async () => {
    const by = await batches.person();
    const headers = { 'idempotency-key': 'k' };
    const first = await batches.ask(by, { rows: foxes(2) }, headers);
    await batches.call(by, first.body.data.id, 'stop');
    const again = await batches.ask(
      by,
      { rows: [{ prompt: ' fox 1' }, { prompt: 'fox 2', model: 'sd3.5-medium' }] },
      headers,
    );
    expect([again.status, again.body.data.id, again.body.data.status]).toEqual([202, first.body.data.id, 'stopped']);
    const other = await batches.ask(by, { rows: foxes(3) }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const stranger = await batches.ask(await batches.person(), { rows: foxes(3) }, headers);
    expect(stranger.status).toBe(202);
  });

  test('twenty starts at the same moment under one key are one batch, under different keys one runs', async () => {
    const [by, other] = [await batches.person(), await batches.person()];
    const twenty = Array.from({ length: 20 }, (_, n) => n);
    const same = await Promise.all(twenty.map(() => batches.ask(by, { rows: foxes(1) }, { 'idempotency-key': 'k' })));
    expect(new Set(same.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
    const each = await Promise.all(
      twenty.map((n) => batches.ask(other, { rows: foxes(1) }, { 'idempotency-key': `k${n}` })),
    );
    expect(each.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(each.filter(({ body }) => body.code === 'BATCH_RUNNING')).toHaveLength(19);
  });

  test('returns 409 beyond twenty unfinished batches, however they are started, until one ends', async () => {
    const by = await batches.person();
    const stopped = await batches.start(by, foxes(1));
    await batches.call(by, stopped, 'stop');
    const paused: string[] = [];
    for (let batch = 0; batch < UNFINISHED_BATCHES_MAX; batch += 1) {
      paused.push(await batches.start(by, foxes(1)));
      await batches.call(by, paused[batch]!, 'pause');
    }
    for (const refused of [await batches.ask(by, { rows: foxes(1) }), await batches.call(by, stopped, 'retry')]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'BATCH_LIMIT']);
    }
    expect((await batches.call(by, paused[0]!, 'resume')).status).toBe(200);
    await batches.call(by, paused[0]!, 'stop');
    await batches.start(by, foxes(1));
  });

  test('starts and retries of a person are 120 an hour, on the web and by keys together', async () => {
    const by = await batches.person();
    const { key } = await createKey(api, by);
    const id = await batches.start(by, foxes(1));
    await batches.call(by, id, 'stop');
    const ask = (path: string, token: string) => api.post(path, { token });
    const calls = ['/batches', `/batches/${id}/retry`, '/v1/batches', `/v1/batches/${id}/retry`].map(
      (path) => [path, path.startsWith('/v1/') ? key : by.token] as const,
    );
    for (let asked = 1; asked < 120; asked += 1) expect((await ask('/batches', by.token)).status).toBe(400);
    for (const [path, token] of calls) {
      const refused = await ask(path, token);
      expect([path, refused.status, refused.body.code]).toEqual([path, 429, 'RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    }
    expect((await api.get(`/batches/${id}`, { token: by.token })).status).toBe(200);
    await batches.start(await batches.person(), foxes(1));
  });

  test('accepts a body of 512 KiB, and answers 413 beyond', async () => {
    const { token } = await batches.person();
    const sized = (bytes: number): string => {
      const rest = JSON.stringify({ rows: [{ prompt: '', extra: '' }] });
      return rest.replace('"extra":""', `"extra":"${'x'.repeat(bytes - rest.length)}"`);
    };
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/batches', '/batches/check']) {
      const at = await api.post(path, { token, raw: sized(BATCH_BODY_BYTES), headers });
      expect([path, at.status]).toEqual([path, path === '/batches' ? 400 : 200]);
      const over = await api.post(path, { token, raw: sized(BATCH_BODY_BYTES + 1), headers });
      expect([path, over.status]).toEqual([path, 413]);
    }
  });
});

describe('check', () => {
  const check = async (token: string, list: Record<string, unknown>[], locale = 'en') => {
    const headers = { 'accept-language': locale };
    const { status, body } = await api.post<Answer<'batches.check'>>('/batches/check', {
      token,
      body: { rows: list },
      headers,
    });
    expect(status).toBe(200);
    return body.data;
  };

  test('answers prices, the total, and how many rows in order the credits pay', async () => {
    const { token } = await batches.person({ units: 110 });
    const found = await check(token, [{ prompt: 'a', count: 2 }, { prompt: '' }, { prompt: 'b' }, { prompt: 'c' }]);
    expect(found).toMatchObject({
      row_limit: PLAN_TERMS.enterprise.batchLimit,
      total_credits: 14,
      available_credits: 11,
      affordable_rows: 3,
    });
    expect(found.rows.map(({ number, price }) => [number, price])).toEqual([
      [1, 7],
      [2, null],
      [3, 3.5],
      [4, 3.5],
    ]);
  });

  test('names every wrong cell in the language of the reader', async () => {
    const { token } = await batches.person({ plan: 'pro' });
    const list = [
      { prompt: 'a', style: 'none', seed: '7', extra: 1 },
      { prompt: 'b', count: 5 },
      { model: 'dall-e-2' },
    ];
    const en = await check(token, list);
    const names = en.rows.map(({ faults }) => faults.map(({ field, code }) => `${field} ${code}`).toSorted());
    expect(names).toEqual([
      ['extra VALIDATION_FAILED', 'seed VALIDATION_FAILED', 'style VALIDATION_FAILED'],
      ['count PLAN_LIMIT'],
      ['model MODEL_NOT_SUPPORTED', 'prompt PROMPT_REQUIRED'],
    ]);
    const texts = ({ rows: checked }: typeof en) =>
      checked.flatMap(({ faults }) => faults.map(({ message }) => message));
    expect(texts(en)).toContain('Must be a whole number from 0 to 4294967294.');
    expect(texts(en)).toContain('Your plan makes at most 4 per row.');
    const zh = texts(await check(token, list, 'zh-CN'));
    expect(zh).toHaveLength(texts(en).length);
    for (const text of zh) expect(text).toMatch(/\p{Script=Han}/u);
  });

  test('names at most 20 wrong cells of a row, however many there are, those of its columns first', async () => {
    const { token } = await batches.person();
    const unknown = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n.toString(36), 0]));
    const found = await check(token, [{ ...unknown, prompt: 'a', style: 'none', seed: '7' }]);
    expect(JSON.stringify(found).length).toBeLessThan(100_000);
    expect(found.rows).toMatchObject([{ number: 1, price: null }]);
    const fields = found.rows[0]?.faults.map(({ field }) => field) ?? [];
    expect(fields).toHaveLength(20);
    expect(fields.slice(0, 2).toSorted()).toEqual(['seed', 'style']);
  });

  test('tells a free plan that it has no rows', async () => {
    expect((await check((await batches.person({ plan: 'free' })).token, foxes(1))).row_limit).toBe(0);
  });
});

describe('a batch on its way', () => {
  test('shows each row with what its generation does, its images and its credits', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(3, { count: 2 }));
    await batches.dispatch();
    await deliverImage(api, await batches.generationOf(by, id, 1));
    const shown = await batches.show(by, id);
    expect(shown.rows.map(({ status, credits_used: used, images }) => [status, used, images.length])).toEqual([
      ['processing', 3.5, 2],
      ['pending', 0, 2],
      ['pending', 0, 2],
    ]);
    expect(shown).toMatchObject({ credits_used: 3.5, credits_held: 17.5, total_credits: 21 });
    expect(shown.rows[0]?.images[0]?.url).toContain('/files/');
  });

  test('is completed once all rows have ended, however they ended', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(2));
    await batches.dispatch();
    await deliverImage(api, await batches.generationOf(by, id, 1));
    await batches.dispatch();
    expect((await batches.show(by, id)).status).toBe('running');
    await failImage(api, await batches.generationOf(by, id, 2), 'CONTENT_REJECTED');
    await batches.dispatch();
    expect(await batches.show(by, id)).toMatchObject({
      status: 'completed',
      finished_at: expect.any(String),
      estimated_seconds: null,
      credits_used: 3.5,
      credits_held: 0,
      rows: [{ status: 'completed' }, { status: 'failed', error_code: 'CONTENT_REJECTED', credits_used: 0 }],
    });
  });

  test('keeps how a row ended when its image is deleted', async () => {
    const by = await batches.person();
    const id = await batches.start(by, foxes(1));
    await batches.dispatch();
    const generationId = await batches.generationOf(by, id, 1);
    await deliverImage(api, generationId);
    await api.request('DELETE', `/images/generations/${generationId}`, { token: by.token });
    expect(await batches.show(by, id)).toMatchObject({
      credits_used: 3.5,
      rows: [{ status: 'completed', images: [] }],
    });
  });

  test('is listed with the newest first, to its person alone', async () => {
    const by = await batches.person();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(await batches.start(by, foxes(1)));
      await batches.call(by, ids[0] ?? '', 'stop');
    }
    const list = async ({ token }: typeof by, query = '') =>
      (await api.get<Answer<'batches.list'>>(`/batches${query}`, { token })).body.data;
    const first = await list(by, '?limit=2');
    expect([first.total, first.data.map(({ id }) => id)]).toEqual([3, ids.slice(0, 2)]);
    expect(first.data[0]?.rows_by_status.cancelled).toBe(1);
    expect((await list(by, '?limit=2&page=2')).data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect((await list(await batches.person())).data).toEqual([]);
  });
});
