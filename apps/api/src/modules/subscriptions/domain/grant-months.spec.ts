import { describe, expect, test } from '@jest/globals';
import { addMonths, currentMonth, expiryOf, grantMonths } from './grant-months.js';

const at = (text: string): Date => new Date(`${text}Z`);

test.each([
  ['2026-01-31T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2028-01-31T10:00:00', 1, '2028-02-29T10:00:00'],
  ['2026-01-31T10:00:00', 2, '2026-03-31T10:00:00'],
  ['2026-10-31T23:59:59', 4, '2027-02-28T23:59:59'],
  ['2026-12-15T00:00:00', 1, '2027-01-15T00:00:00'],
])('%s and %i months is %s', (anchor, months, moved) => {
  expect(addMonths(at(anchor), months)).toEqual(at(moved));
});

describe('the months of a paid period', () => {
  test('are one of a monthly plan', () => {
    const [periodStart, periodEnd] = [at('2026-01-31T10:00:00'), at('2026-02-28T10:00:00')];
    expect(grantMonths({ anchor: periodStart, periodStart, periodEnd, isAnnual: false })).toEqual([
      { number: 1, starts: periodStart, ends: periodEnd },
    ]);
  });

  test.each(['2026-01-31T10:00:00', '2027-05-31T10:00:00', '2028-02-29T10:00:00', '2027-03-01T00:00:00'])(
    'are twelve of a year from %s, one after the other, the last to the end of the period',
    (bought) => {
      const anchor = at(bought);
      const months = grantMonths({ anchor, periodStart: anchor, periodEnd: addMonths(anchor, 12), isAnnual: true });
      expect(months.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      expect(months[0]?.starts).toEqual(anchor);
      expect(months[11]?.ends).toEqual(addMonths(anchor, 12));
      for (const [index, { starts }] of months.slice(1).entries()) expect(starts).toEqual(months[index]?.ends);
    },
  );

  test('follow the day of purchase in the second year too', () => {
    const anchor = at('2028-02-29T10:00:00');
    const [periodStart, periodEnd] = [at('2029-02-28T10:00:00'), at('2030-02-28T10:00:00')];
    const months = grantMonths({ anchor, periodStart, periodEnd, isAnnual: true });
    expect(months.slice(0, 2)).toEqual([
      { number: 1, starts: periodStart, ends: at('2029-03-29T10:00:00') },
      { number: 2, starts: at('2029-03-29T10:00:00'), ends: at('2029-04-29T10:00:00') },
    ]);
  });
});

describe('the running month', () => {
  const periodStart = at('2026-01-31T10:00:00');
  const periodEnd = addMonths(periodStart, 12);
  const months = grantMonths({ anchor: periodStart, periodStart, periodEnd, isAnnual: true });

  test.each([
    ['2026-01-31T09:59:59', null],
    ['2026-01-31T10:00:00', 1],
    ['2026-02-28T09:59:59', 1],
    ['2026-02-28T10:00:00', 2],
    ['2027-01-31T09:59:59', 12],
    // The renewal is paid about an hour after the period ends.
    ['2027-01-31T10:30:00', 12],
    ['2027-02-02T10:00:00', null],
  ])('at %s is number %p', (now, number) => {
    expect(currentMonth(months, at(now))?.number ?? null).toBe(number);
  });
});

test('credits wait 48 hours for the next grant, unless none will come', () => {
  const month = { number: 1, starts: at('2026-01-01T00:00:00'), ends: at('2026-02-01T00:00:00') };
  expect(expiryOf(month, true)).toEqual(at('2026-02-03T00:00:00'));
  expect(expiryOf(month, false)).toEqual(month.ends);
});
