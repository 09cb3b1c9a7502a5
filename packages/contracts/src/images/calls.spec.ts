import { describe, expect, test } from '@jest/globals';
import { imageCalls } from './calls.js';

const body = imageCalls.generate.schemas.body;
const headers = imageCalls.generate.schemas.headers;

describe('POST /images/generate', () => {
  test('fills in the defaults of everything but the prompt', () => {
    expect(body.parse({ prompt: 'a fox' })).toEqual({
      prompt: 'a fox',
      model: 'sd3.5-medium',
      style: 'enhance',
      size: '1:1',
      quality: 'standard',
      output_format: 'png',
      count: 1,
    });
  });

  test.each([
    ['prompt', 5],
    ['style', 'oil'],
    ['size', '1:2'],
    ['quality', 'best'],
    ['output_format', 'gif'],
    ['count', 0],
    ['count', 9],
    ['count', 1.5],
    ['count', '2'],
    ['seed', -1],
    ['seed', 4_294_967_295],
    ['seed', 0.5],
    ['model', ''],
    ['parent_id', 'x'],
    ['parent_id', ''],
  ])('refuses %s = %j by name', (field, value) => {
    const issues = body.safeParse({ prompt: 'a fox', [field]: value }).error?.issues ?? [];
    expect(issues.map(({ path }) => path)).toEqual([[field]]);
  });

  test('accepts values that have codes of their own: blank and long prompts, unknown models', () => {
    for (const sent of [{}, { prompt: 'x'.repeat(501) }, { prompt: 'x', model: 'dall-e-3' }]) {
      expect(body.safeParse(sent).success).toBe(true);
    }
  });

  test.each(['a', '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1', 'k'.repeat(255)])('takes the idempotency key %s', (key) => {
    expect(headers.parse({ 'idempotency-key': key, 'user-agent': 'x' })).toEqual({ 'idempotency-key': key });
  });

  test.each(['', 'two words', 'k'.repeat(256), '钥匙', 'a\u0000'])('refuses the idempotency key %j', (key) => {
    expect(headers.safeParse({ 'idempotency-key': key }).success).toBe(false);
  });

  test('needs no idempotency key', () => {
    expect(headers.parse({})).toEqual({});
  });
});

describe('lists', () => {
  const { list, favorites, listGenerations } = imageCalls;
  const id = { page: 1, limit: 12, order: 'desc' };

  test('default to twelve per page, newest first', () => {
    expect(list.schemas.query.parse({})).toEqual({ ...id, sort: 'created_at' });
    expect(listGenerations.schemas.query.parse({})).toEqual({ ...id, sort: 'created_at' });
    expect(favorites.schemas.query.parse({})).toEqual({ ...id, sort: 'favorited_at' });
  });

  test('parse filters from a query string', () => {
    const sent = { style_group: 'anime', style: 'anime', model: 'sd3.5-large', size: '1:1', status: 'failed' } as const;
    const also = { from: '2026-01-31', to: '2026-01-31', q: ' 老 ' };
    expect(list.schemas.query.parse({ ...sent, ...also, favorite: 'true' })).toMatchObject({
      ...sent,
      ...also,
      favorite: true,
      q: '老',
    });
    expect(listGenerations.schemas.query.parse({ favorite: 'false' })).toMatchObject({ favorite: false });
  });

  test.each([
    ['style_group', 'oil'],
    ['style', 'oil'],
    ['model', 'stable-diffusion-xl'],
    ['size', '1:2'],
    ['status', 'cancelled'],
    ['favorite', '1'],
    ['from', '2026-02-30'],
    ['from', '0000-01-01'],
    ['to', 'today'],
    ['q', '  '],
    ['q', 'x'.repeat(101)],
    ['sort', 'seed'],
    ['order', 'up'],
  ])('refuse %s = %j by name', (field, value) => {
    for (const { schemas } of [list, listGenerations]) {
      const issues = schemas.query.safeParse({ [field]: value }).error?.issues ?? [];
      expect(issues.map(({ path }) => path)).toEqual([[field]]);
    }
  });

  test('refuse a period that ends before it begins', () => {
    for (const { schemas } of [list, favorites, listGenerations]) {
      expect(schemas.query.safeParse({ from: '2026-02-02', to: '2026-02-01' }).success).toBe(false);
    }
  });
});

describe('a selection to delete or restore', () => {
  const id = '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1';
  const ids = (count: number): string[] => Array.from({ length: count }, () => id);
  const bodies = [imageCalls.batchDelete.schemas.body, imageCalls.restore.schemas.body];

  test.each([{ image_ids: [id] }, { generation_ids: [id] }, { image_ids: ids(100), generation_ids: ids(100) }])(
    'may be %j',
    (sent) => bodies.forEach((one) => expect(one.parse(sent)).toEqual(sent)),
  );

  test.each([
    {},
    { image_ids: [] },
    { image_ids: [], generation_ids: [] },
    { image_ids: ids(101) },
    { generation_ids: ids(101) },
    { image_ids: ['1'] },
    { image_ids: id },
    { image_ids: null },
  ])('may not be %j', (sent) => bodies.forEach((one) => expect(one.safeParse(sent).success).toBe(false)));
});

describe('a selection to export', () => {
  const id = '0b6f5f0e-9d52-4c07-8a34-0c3b1f6ad0c1';
  const { body: wanted } = imageCalls.createExport.schemas;

  test.each([
    [{}, { format: 'json' }],
    [{ format: 'zip' }, { format: 'zip' }],
    [
      { format: 'csv', image_ids: [id] },
      { format: 'csv', image_ids: [id] },
    ],
  ])('may be %j', (sent, read) => expect(wanted.parse(sent)).toEqual(read));

  test.each([
    { format: 'rar' },
    { image_ids: [] },
    { image_ids: Array.from({ length: 501 }, () => id) },
    { image_ids: ['1'] },
    { image_ids: null },
  ])('may not be %j', (sent) => expect(wanted.safeParse(sent).success).toBe(false));
});
