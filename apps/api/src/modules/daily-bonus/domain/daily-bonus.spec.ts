import { describe, expect, test } from '@jest/globals';
import { LOCALES } from '@app/contracts';
import { BONUS_TEXTS } from './bonus-texts.js';
import { bonusKey, bonusRefusal, bonusStatus, type BonusSituation } from './daily-bonus.js';

const situation = (change: Partial<BonusSituation> = {}): BonusSituation => ({
  allowance: 'both',
  plan: 'free',
  today: '2026-02-10',
  tomorrow: new Date('2026-02-11T00:00:00Z'),
  nextMonth: new Date('2026-03-01T00:00:00Z'),
  claims: 0,
  lastClaim: null,
  ...change,
});

describe('the daily bonus', () => {
  test.each<[string, Partial<BonusSituation>, string | null]>([
    ['can be claimed by a newcomer', {}, null],
    ['can be claimed the day after', { claims: 4, lastClaim: '2026-02-09' }, null],
    ['cannot be claimed twice a day', { claims: 1, lastClaim: '2026-02-10' }, 'claimed_today'],
    ['cannot be claimed by setting a clock back', { claims: 1, lastClaim: '2026-02-11' }, 'claimed_today'],
    ['cannot be claimed a sixth time', { claims: 5, lastClaim: '2026-02-09' }, 'month_is_full'],
    ['is full rather than claimed after the fifth', { claims: 5, lastClaim: '2026-02-10' }, 'month_is_full'],
    ['is not for subscribers', { plan: 'pro' }, 'subscribed'],
    ['is not for subscribers who claimed before', { plan: 'enterprise', claims: 5 }, 'subscribed'],
    ['is there with the allowance daily', { allowance: 'daily' }, null],
    ['is not there with the allowance monthly', { allowance: 'monthly' }, 'not_offered'],
    ['is not there with the allowance none', { allowance: 'none', plan: 'pro' }, 'not_offered'],
  ])('%s', (_, change, refusal) => expect(bonusRefusal(situation(change))).toBe(refusal));

  test('names a day of a person, not of an account', () => {
    expect(bonusKey('ab12', '2026-02-10')).toBe('bonus:ab12:2026-02-10');
  });
});

describe('its status', () => {
  test('of a newcomer', () => {
    expect(bonusStatus(situation())).toEqual({
      canClaim: true,
      monthlyCount: 0,
      monthlyLimit: 5,
      lastClaimDate: null,
      nextClaimAt: null,
      bonusCredits: 1,
    });
  });

  test.each<[string, Partial<BonusSituation>, string | null]>([
    ['possible now', { lastClaim: '2026-02-09', claims: 1 }, null],
    ['claimed today', { lastClaim: '2026-02-10', claims: 1 }, '2026-02-11T00:00:00.000Z'],
    ['the month is full', { lastClaim: '2026-02-09', claims: 5 }, '2026-03-01T00:00:00.000Z'],
    ['a subscriber', { plan: 'pro' }, null],
    ['not offered', { allowance: 'monthly' }, null],
  ])('tells when the next claim becomes possible: %s', (_, change, next) =>
    expect(bonusStatus(situation(change)).nextClaimAt).toBe(next),
  );

  test('promises nothing where there is no bonus', () => {
    expect(bonusStatus(situation({ allowance: 'none' }))).toMatchObject({
      canClaim: false,
      monthlyLimit: 0,
      bonusCredits: 0,
    });
  });
});

test('every outcome is told in each language', () => {
  for (const texts of Object.values(BONUS_TEXTS)) {
    for (const locale of LOCALES) expect(texts[locale].length).toBeGreaterThan(5);
    expect(texts.zh).toMatch(/\p{Script=Han}/u);
    expect(texts.en).not.toMatch(/\p{Script=Han}/u);
  }
});
