import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { paged, pageQuery } from './paging.js';

const query = z.strictObject(pageQuery(12));
const parsed = (sent: Record<string, unknown>) => query.safeParse(sent);

test("the default is page 1 with the list's own limit", () => {
  expect(parsed({}).data).toEqual({ page: 1, limit: 12 });
});

describe('limit', () => {
  test.each([
    ['-5', 1],
    ['0', 1],
    ['1', 1],
    ['37', 37],
    ['100', 100],
    ['101', 100],
    ['1000000', 100],
  ])('%s becomes %i', (limit, clamped) => {
    expect(parsed({ limit }).data).toEqual({ page: 1, limit: clamped });
  });

  test.each(['', ' ', '1.5', 'ten', '1,5', 'NaN', 'Infinity', '12abc', '0x10', '1e2'])('%j is refused', (limit) => {
    expect(parsed({ limit }).error?.issues[0]?.path).toEqual(['limit']);
  });
});

describe('page', () => {
  test.each([
    ['1', 1],
    ['250', 250],
    ['10000000', 10_000_000],
  ])('%s is taken', (page, taken) => {
    expect(parsed({ page }).data).toEqual({ page: taken, limit: 12 });
  });

  test.each(['0', '-1', '1.5', 'last', '', '10000001', 'Infinity'])('%j is refused', (page) => {
    expect(parsed({ page }).error?.issues[0]?.path).toEqual(['page']);
  });
});

test('a page contains rows and total count only', () => {
  const schema = paged(z.int());
  const page = { data: [1, 2], page: 1, limit: 2, total: 5 };
  expect(schema.parse(page)).toEqual(page);
  expect(schema.safeParse({ ...page, pages: 3 }).success).toBe(false);
  expect(schema.safeParse({ data: ['1'], page: 1, limit: 2, total: 5 }).success).toBe(false);
});
