import { DAILY_BONUS_MONTHLY_LIMIT } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { useDatabase } from '../../../../test/support/database/database.js';
import { countBonusClaim, readBonusClaims } from './bonus-claims.js';

const db = useDatabase();
const newMark = (): string => randomBytes(32).toString('hex');
const count = (mark: string, day: string): Promise<boolean> =>
  db.dataSource.transaction((tx) => countBonusClaim(tx, mark, day));
const dayOf = (n: number): string => `2026-11-${String(n).padStart(2, '0')}`;

// The use case checks first whether a claim is allowed. Without that check the counter decides alone.
describe('the counter of an identity, by itself,', () => {
  test('counts a day once, however often at the same moment', async () => {
    const mark = newMark();
    const counted = await Promise.all(Array.from({ length: 10 }, () => count(mark, dayOf(3))));
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await readBonusClaims(db.dataSource.manager, mark, '2026-11')).toEqual({ claims: 1, lastClaim: dayOf(3) });
  });

  test('counts no day before the last one', async () => {
    const mark = newMark();
    expect([await count(mark, dayOf(4)), await count(mark, dayOf(3))]).toEqual([true, false]);
  });

  test('is full after so many days of a month, and begins again with the next', async () => {
    const mark = newMark();
    const days = Array.from({ length: DAILY_BONUS_MONTHLY_LIMIT + 1 }, (_, n) => dayOf(n + 1));
    const counted: boolean[] = [];
    for (const day of days) counted.push(await count(mark, day));
    expect(counted).toEqual(days.map((_, n) => n < DAILY_BONUS_MONTHLY_LIMIT));
    expect(await count(mark, '2026-12-01')).toBe(true);
  });
});
