import { describe, expect, test } from '@jest/globals';
import { billedPeriods, type Transaction } from './billed-periods.js';

const transaction = (at: string, more: Partial<Transaction> = {}): Transaction => ({
  id: at,
  status: 'COMPLETED',
  at: new Date(at),
  cents: 999,
  plan: 'pro',
  isAnnual: false,
  ...more,
});
const spans = (...transactions: Transaction[]): string[] =>
  billedPeriods(transactions).map(({ start, end }) => `${day(start)} ${day(end)}`);
const day = (date: Date): string => date.toISOString().slice(0, 10);
const refused = (at: string) => transaction(at, { status: 'DECLINED' });

describe('the period of a payment', () => {
  test('begins where the one before ended, however late or early PayPal charges', () => {
    expect(
      spans(
        transaction('2026-01-15T15:00:00Z'),
        transaction('2026-02-15T10:00:00Z'),
        transaction('2026-03-15T16:00:00Z'),
        transaction('2026-04-25T16:00:00Z'),
        transaction('2026-05-15T16:00:00Z'),
      ),
    ).toEqual([
      '2026-01-15 2026-02-15',
      '2026-02-15 2026-03-15',
      '2026-03-15 2026-04-15',
      '2026-04-15 2026-05-15',
      '2026-05-15 2026-06-15',
    ]);
  });

  test('follows the 31st through short months', () => {
    expect(
      spans(
        transaction('2026-01-31T12:00:00Z'),
        transaction('2026-02-28T13:00:00Z'),
        // After a change of plan PayPal counts from the last day of February.
        transaction('2026-03-28T13:00:00Z'),
      ),
    ).toEqual(['2026-01-31 2026-02-28', '2026-02-28 2026-03-31', '2026-03-31 2026-04-30']);
  });

  test('is a year where a year was paid, also after months', () => {
    expect(
      spans(
        transaction('2024-01-29T12:00:00Z'),
        transaction('2024-02-29T13:00:00Z', { isAnnual: true }),
        transaction('2025-02-28T13:00:00Z', { isAnnual: true }),
      ),
    ).toEqual(['2024-01-29 2024-02-29', '2024-02-29 2025-02-28', '2025-02-28 2026-02-28']);
  });

  test('leaves out months that nobody paid', () => {
    expect(spans(transaction('2026-01-15T12:00:00Z'), transaction('2026-04-15T10:00:00Z'))).toEqual([
      '2026-01-15 2026-02-15',
      '2026-04-15 2026-05-15',
    ]);
  });

  test('is never that of another payment', () => {
    expect(spans(transaction('2026-01-15T12:00:00Z'), transaction('2026-01-15T12:05:00Z'))).toEqual([
      '2026-01-15 2026-02-15',
      '2026-02-15 2026-03-15',
    ]);
  });
});

describe('a payment that was refused', () => {
  test('is told once, by its first attempt, for the period that it would have paid', () => {
    const billed = billedPeriods([
      transaction('2026-01-15T12:00:00Z'),
      refused('2026-02-15T13:00:00Z'),
      refused('2026-02-20T13:00:00Z'),
      transaction('2026-02-25T13:00:00Z'),
    ]);
    const [, failed, paid] = billed;
    expect(billed).toHaveLength(3);
    expect(failed).toMatchObject({ id: '2026-02-15T13:00:00Z', isFirst: false });
    expect([failed?.start, failed?.end]).toEqual([paid?.start, paid?.end]);
  });

  test('before any other leaves the next one the first', () => {
    const [failed, paid] = billedPeriods([refused('2026-01-15T12:00:00Z'), transaction('2026-01-20T12:00:00Z')]);
    expect([failed?.isFirst, paid?.isFirst]).toEqual([true, true]);
    expect(paid?.start).toEqual(new Date('2026-01-20T12:00:00Z'));
  });
});
