import { describe, expect, test } from '@jest/globals';
import { quotaCalls } from './schemas.js';

const pageOf = quotaCalls.statement.schemas.query;
const fileOf = quotaCalls.exportStatement.schemas.query;

test('a statement defaults to the first page without filters', () => {
  expect(pageOf.parse({})).toEqual({ page: 1, limit: 20 });
  expect(fileOf.parse({})).toEqual({});
});

describe.each([
  ['a page', pageOf],
  ['the file', fileOf],
])('%s', (_, query) => {
  test('accepts a period and a kind', () => {
    const filter = { from: '2026-02-28', to: '2026-02-28', kind: 'charge' };
    expect(query.parse(filter)).toMatchObject(filter);
  });

  test.each([
    ['from', '2026-02-30'],
    ['from', '2026-2-3'],
    ['from', '2026-02-03T00:00:00Z'],
    ['from', ''],
    ['from', '0000-01-01'],
    ['to', 'today'],
    ['to', '99999-01-01'],
    ['kind', 'settle'],
    ['kind', ''],
  ])('refuses %s = %j by name', (field, value) => {
    expect(query.safeParse({ [field]: value }).error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });

  test('refuses a period that ends before it begins', () => {
    const { error } = query.safeParse({ from: '2026-03-01', to: '2026-02-28' });
    expect(error?.issues.map(({ path }) => path)).toEqual([['to']]);
  });
});

test('an export has no paging', () => {
  expect(fileOf.safeParse({ page: 1 }).error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['page'] });
});
