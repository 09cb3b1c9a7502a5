import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { quotaCalls, type Answer } from '@app/contracts';
import type { z } from 'zod';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import {
  closeImage,
  creditLedger,
  giveUnits,
  moveExpiry,
  submitImages,
} from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { untilDayIsLong } from '../../../../test/support/timing/one-day.js';
import { rows } from '../../../platform/database/rows.js';

const app = useApp({ env: { IN_FLIGHT_FREE: '3' } });
const ledger = () => creditLedger(app.dataSource);

beforeEach(untilDayIsLong);
afterEach(() => expectInvariants(app.dataSource));

/** The answer, once it was found to be exactly what the contract says. */
async function answer<S extends z.ZodType>(
  schema: S,
  asked: Promise<{ status: number; body: { success: unknown; data: unknown } }>,
): Promise<z.output<S>> {
  const { status, body } = await asked;
  expect({ status, success: body.success }).toEqual({ status: 200, success: true });
  return schema.parse(body.data);
}

const quotaOf = (who: SignedIn): Promise<Answer<'quota.show'>> =>
  answer(quotaCalls.show.schemas.answer, app.get('/quota', { token: who.token }));
const statsOf = (who: SignedIn): Promise<Answer<'quota.stats'>> =>
  answer(quotaCalls.stats.schemas.answer, app.get('/quota/stats', { token: who.token }));
const check = (who: SignedIn, body: unknown): Promise<Answer<'quota.check'>> =>
  answer(quotaCalls.check.schemas.answer, app.post('/quota/check', { token: who.token, body }));

const nextMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
};

describe('GET /quota', () => {
  test('shows a newcomer the free month, when it ends and when the next one comes', async () => {
    const who = await app.signIn();
    expect(await quotaOf(who)).toEqual({
      totalCredits: 5,
      remainingCredits: 5,
      currentCredits: 5,
      canGenerate: true,
      subscriptionStatus: 'free',
      inFlight: 0,
      inFlightLimit: 3,
      imagesPerGeneration: 1,
      nextExpiry: { credits: 5, at: nextMonth() },
      nextGrantAt: nextMonth(),
    });
  });

  test('follows an image that is asked for, delivered, and one that fails', async () => {
    const who = await app.signIn();
    await quotaOf(who);
    await giveUnits(app.dataSource, who.userId, 20);
    const [imageId = ''] = (await submitImages(ledger(), who.userId)) ?? [];
    const [failing = ''] = (await submitImages(ledger(), who.userId)) ?? [];
    expect(await quotaOf(who)).toMatchObject({
      totalCredits: 7,
      remainingCredits: 0,
      currentCredits: 7,
      canGenerate: false,
      inFlight: 2,
      nextExpiry: null,
    });
    await closeImage(app.dataSource, ledger(), { userId: who.userId, imageId, delivered: true });
    await closeImage(app.dataSource, ledger(), { userId: who.userId, imageId: failing, delivered: false });
    expect(await quotaOf(who)).toMatchObject({
      totalCredits: 7,
      remainingCredits: 3.5,
      currentCredits: 3.5,
      canGenerate: true,
      inFlight: 0,
      nextExpiry: { credits: 1.5, at: nextMonth() },
    });
  });

  test.each([
    [24, false],
    [25, true],
  ])('says with %s units that something can be generated: %s', async (units, canGenerate) => {
    const who = await app.signIn({ plan: 'pro' });
    await giveUnits(app.dataSource, who.userId, units);
    expect(await quotaOf(who)).toMatchObject({ remainingCredits: units / 10, canGenerate });
  });

  test('does not count what expired, swept or not', async () => {
    const who = await app.signIn({ plan: 'pro' });
    await giveUnits(app.dataSource, who.userId, 31, -1);
    await giveUnits(app.dataSource, who.userId, 26);
    const figures = { totalCredits: 2.6, remainingCredits: 2.6, currentCredits: 2.6, nextExpiry: null };
    expect(await quotaOf(who)).toMatchObject(figures);
    await ledger().expireGrants(who.userId);
    expect(await quotaOf(who)).toMatchObject(figures);
  });

  test('sums up what expires next, and only that', async () => {
    const who = await app.signIn({ plan: 'pro' });
    const grants = [];
    for (const units of [11, 22, 44]) grants.push(await giveUnits(app.dataSource, who.userId, units));
    await rows(app.dataSource, `update credit_grants set expires_at = '2999-01-01T00:00:00Z' where id = any($1)`, [
      grants.slice(0, 2),
    ]);
    await moveExpiry(app.dataSource, grants[2] ?? 0, 100 * 365 * 86_400 * 20);
    expect((await quotaOf(who)).nextExpiry).toEqual({ credits: 3.3, at: '2999-01-01T00:00:00.000Z' });
  });

  test.each([
    ['pro', 8, 4],
    ['enterprise', 16, 8],
  ] as const)('shows the terms of the plan %s, which has no free month', async (plan, inFlightLimit, perGeneration) => {
    const who = await app.signIn({ plan });
    expect(await quotaOf(who)).toMatchObject({
      totalCredits: 0,
      canGenerate: false,
      subscriptionStatus: plan,
      inFlightLimit,
      imagesPerGeneration: perGeneration,
      nextGrantAt: null,
    });
  });

  test('shows nobody the credits of somebody else', async () => {
    const [rich, poor] = [await app.signIn({ plan: 'pro' }), await app.signIn({ plan: 'pro' })];
    await giveUnits(app.dataSource, rich.userId, 1000);
    await submitImages(ledger(), rich.userId);
    expect(await quotaOf(poor)).toMatchObject({ totalCredits: 0, currentCredits: 0, inFlight: 0 });
  });
});

describe('GET /quota/stats', () => {
  test('is all zeros for somebody who did nothing, with each of the last 30 days', async () => {
    const who = await app.signIn({ plan: 'pro' });
    const { days, ...sums } = await statsOf(who);
    expect(sums).toEqual({ grantedCredits: 0, spentCredits: 0, heldCredits: 0, expiredCredits: 0, spentThisMonth: 0 });
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    expect(days).toEqual(
      Array.from({ length: 30 }, (_, index) => ({
        date: new Date(today - (29 - index) * 86_400_000).toISOString().slice(0, 10),
        spentCredits: 0,
        images: 0,
      })),
    );
  });

  test('sums up what was granted, spent, is held and expired', async () => {
    const who = await app.signIn({ plan: 'pro' });
    const { userId } = who;
    await giveUnits(app.dataSource, userId, 35 * 4);
    await giveUnits(app.dataSource, userId, 17, -1);
    await ledger().expireGrants(userId);
    const submitted = [];
    for (let i = 0; i < 4; i += 1) submitted.push(...((await submitImages(ledger(), userId)) ?? []));
    for (const [index, imageId] of submitted.slice(0, 3).entries()) {
      await closeImage(app.dataSource, ledger(), { userId, imageId, delivered: index < 2 });
    }
    const { days, ...sums } = await statsOf(who);
    expect(sums).toEqual({
      grantedCredits: 15.7,
      spentCredits: 7,
      heldCredits: 3.5,
      expiredCredits: 1.7,
      spentThisMonth: 7,
    });
    expect(days.filter(({ images }) => images > 0)).toEqual([
      { date: new Date().toISOString().slice(0, 10), spentCredits: 7, images: 2 },
    ]);
  });

  test('puts spending on its UTC day and month', async () => {
    const who = await app.signIn({ plan: 'pro' });
    const month = new Date();
    const firstOfMonth = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1);
    const lastMonth = new Date(firstOfMonth - 1);
    const day = lastMonth.toISOString().slice(0, 10);
    await giveUnits(app.dataSource, who.userId, 100);
    await rows(app.dataSource, `insert into spending_days (user_id, day, pictures, units) values ($1, $2, 1, 35)`, [
      who.userId,
      day,
    ]);
    const stats = await statsOf(who);
    expect([stats.spentCredits, stats.spentThisMonth]).toEqual([3.5, 0]);
    const listed = stats.days.filter(({ images }) => images > 0).map(({ date }) => date);
    expect(listed).toEqual(stats.days.some(({ date }) => date === day) ? [day] : []);
  });
});

describe('POST /quota/check', () => {
  test('takes one image of an unknown model for the price of the default one when nothing is said', async () => {
    const who = await app.signIn();
    expect(await check(who, {})).toEqual({
      canGenerate: true,
      reason: null,
      requiredCredits: 3.5,
      remainingCredits: 5,
      missingCredits: 0,
      unitPrice: 3.5,
    });
  });

  test.each([
    [{ model: 'sd3.5-flash' }, { canGenerate: true, reason: null, requiredCredits: 2.5, missingCredits: 0 }],
    [
      { model: 'sd3.5-large' },
      { canGenerate: false, reason: 'INSUFFICIENT_CREDITS', requiredCredits: 6.5, missingCredits: 1.5, unitPrice: 6.5 },
    ],
    [
      { imageCount: 2, model: 'sd3.5-flash' },
      { canGenerate: false, reason: 'PLAN_LIMIT', requiredCredits: 5, missingCredits: 0 },
    ],
    [
      { imageCount: 2 },
      { canGenerate: false, reason: 'PLAN_LIMIT', requiredCredits: 7, missingCredits: 2, unitPrice: 3.5 },
    ],
    [
      { model: 'dall-e-3', quality: 'hd' },
      { canGenerate: false, reason: 'MODEL_NOT_SUPPORTED', requiredCredits: 3, unitPrice: 3 },
    ],
    [{ model: 'stable-diffusion-xl' }, { canGenerate: true, reason: null, requiredCredits: 3.5 }],
  ])('answers %j of a free account with %j', async (body, expected) => {
    expect(await check(await app.signIn(), body)).toMatchObject({ ...expected, remainingCredits: 5 });
  });

  test('refuses more images than the plan allows, and as many as it allows when the credits are missing', async () => {
    const who = await app.signIn({ plan: 'pro' });
    expect(await check(who, { imageCount: 5 })).toMatchObject({ canGenerate: false, reason: 'PLAN_LIMIT' });
    expect(await check(who, { imageCount: 4 })).toMatchObject({ canGenerate: false, reason: 'INSUFFICIENT_CREDITS' });
  });

  test('refuses while as many generations are open as the plan allows', async () => {
    const who = await app.signIn();
    await giveUnits(app.dataSource, who.userId, 1_000);
    for (let open = 0; open < 3; open += 1) await submitImages(ledger(), who.userId);
    expect(await check(who, {})).toMatchObject({ canGenerate: false, reason: 'TOO_MANY_IN_FLIGHT', missingCredits: 0 });
  });

  test('reserves nothing', async () => {
    const who = await app.signIn();
    await check(who, { imageCount: 1 });
    expect(await quotaOf(who)).toMatchObject({ remainingCredits: 5, currentCredits: 5 });
  });

  test.each([
    [{ imageCount: 0 }, 'body.imageCount'],
    [{ imageCount: 1.5 }, 'body.imageCount'],
    [{ imageCount: '2' }, 'body.imageCount'],
    [{ quality: 'best' }, 'body.quality'],
    [{ model: '' }, 'body.model'],
    [{ credits: 100 }, 'body.credits'],
  ])('refuses %j and names %s', async (body, path) => {
    const who = await app.signIn();
    const refused = await app.post('/quota/check', { token: who.token, body });
    expect([refused.status, refused.body.code, refused.body.details?.[0]?.path]).toEqual([
      400,
      'VALIDATION_FAILED',
      path,
    ]);
  });
});

describe('GET /quota/plans', () => {
  test('answers anybody', async () => {
    const offer = await answer(quotaCalls.plans.schemas.answer, app.get('/quota/plans'));
    expect(offer.plans.map(({ id, inFlightLimit }) => [id, inFlightLimit])).toEqual([
      ['free', 3],
      ['plan-pro', 8],
      ['plan-enterprise', 16],
    ]);
    expect(offer).toMatchObject({ freeAllowance: 'both', freeMonthlyCredits: 5, dailyBonusCredits: 1 });
  });
});

test.each([
  ['GET', '/quota'],
  ['GET', '/quota/stats'],
  ['POST', '/quota/check'],
])('%s %s answers 401 without a token', async (method, path) => {
  const refused = await app.request(method, path, method === 'POST' ? { body: {} } : {});
  expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHENTICATED']);
});
