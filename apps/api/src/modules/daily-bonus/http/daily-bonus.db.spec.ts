import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { dailyBonusCalls, type Answer } from '@app/contracts';
import { useApp, type SignedIn } from '../../../../test/support/app.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../../test/support/database/unchanged.js';
import { untilDayIsLong } from '../../../../test/support/timing/one-day.js';
import { rows } from '../../../platform/database/rows.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'daily' } });
const bare = useApp({ env: { FREE_ALLOWANCE: 'monthly' } });

beforeEach(untilDayIsLong);
afterEach(() => expectInvariants(app.dataSource));

const today = (): string => new Date().toISOString().slice(0, 10);
const claim = async ({ token }: SignedIn, language = 'en', of = app) => {
  const sent = { token, headers: { 'accept-language': language } };
  const { status, body } = await of.post<Answer<'dailyBonus.claim'>>('/users/me/login', sent);
  expect(status).toBe(200);
  return dailyBonusCalls.claim.schemas.answer.parse(body.data);
};
const status = async ({ token }: SignedIn, of = app) =>
  dailyBonusCalls.status.schemas.answer.parse((await of.get('/users/me/daily-bonus', { token })).body.data);

/** Lets a person have claimed so many days of this month, the last of them yesterday or before. */
const claimBefore = (times: number): Promise<unknown> =>
  rows(app.dataSource, `update identity_marks set bonus_claims = $1, last_claim = last_claim - 1`, [times]);

describe('POST /users/me/login', () => {
  test('gives a credit once a day, says so in the caller’s language, and tells who it is for', async () => {
    const person = await app.signIn({ name: 'Ada' });
    expect(await claim(person)).toMatchObject({
      user: { id: person.userId, name: 'Ada', subscription_status: 'free' },
      dailyBonusClaimed: true,
      bonusMessage: 'Daily bonus claimed: +1 credit',
    });
    await expectUnchanged(app.dataSource, async () => {
      expect(await claim(person, 'zh-CN,zh;q=0.9')).toMatchObject({
        user: { id: person.userId },
        dailyBonusClaimed: false,
        bonusMessage: '今天的奖励已经领过了。',
      });
    });
  });

  test('sent many times at once gives one credit, and is answered each time', async () => {
    const person = await app.signIn();
    const answers = await Promise.all(Array.from({ length: 30 }, () => claim(person)));
    expect(answers.filter(({ dailyBonusClaimed }) => dailyBonusClaimed)).toHaveLength(1);
    const { body } = await app.get<Answer<'quota.show'>>('/quota', { token: person.token });
    expect(body.data).toMatchObject({ totalCredits: 1, remainingCredits: 1 });
  });

  test('stands in the statement under its own kind', async () => {
    const person = await app.signIn();
    await claim(person);
    const { body } = await app.get<Answer<'quota.statement'>>('/quota/statement', { token: person.token });
    expect(body.data).toMatchObject({ total: 1, closingBalance: 1 });
    expect(body.data.data).toMatchObject([{ kind: 'grant', credits: 1, balance: 1, grant: { kind: 'bonus' } }]);
  });

  test('tells subscribers that they have no need of it, and gives them nothing', async () => {
    const person = await app.signIn({ plan: 'pro' });
    await expectUnchanged(app.dataSource, async () => {
      expect(await claim(person)).toMatchObject({
        dailyBonusClaimed: false,
        bonusMessage: 'The daily bonus is for free accounts. Your plan brings its own credits every month.',
      });
    });
    expect(await status(person)).toMatchObject({ canClaim: false, nextClaimAt: null });
  });

  test('tells who has had all of the month when it begins again', async () => {
    const person = await app.signIn();
    await claim(person);
    await claimBefore(5);
    expect((await claim(person, 'zh')).bonusMessage).toBe('本月 5 次奖励已全部领完，下月 1 日重新计算。');
    const now = new Date();
    expect(await status(person)).toMatchObject({
      canClaim: false,
      monthlyCount: 5,
      nextClaimAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    });
  });

  test('gives nothing where the installation has no daily bonus', async () => {
    const person = await bare.signIn();
    expect(await claim(person, 'en', bare)).toMatchObject({
      dailyBonusClaimed: false,
      bonusMessage: 'There is no daily bonus on this site.',
    });
    expect(await status(person, bare)).toMatchObject({ canClaim: false, monthlyLimit: 0, bonusCredits: 0 });
  });

  test('has no day, time zone or person to choose: a parameter is refused, and nothing is given', async () => {
    const person = await app.signIn();
    await app.request('PATCH', '/users/me/preferences', {
      token: person.token,
      body: { timezone: 'America/New_York' },
    });
    await expectUnchanged(app.dataSource, async () => {
      for (const body of [{ timezone: 'Asia/Shanghai' }, { day: '2026-01-01' }, { user_id: person.userId }]) {
        const answer = await app.post('/users/me/login', { token: person.token, body });
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      }
    });
  });
});

describe('GET /users/me/daily-bonus', () => {
  test('follows a claim, and changes nothing itself', async () => {
    const person = await app.signIn();
    await expectUnchanged(app.dataSource, async () => {
      expect(await status(person)).toEqual({
        canClaim: true,
        monthlyCount: 0,
        monthlyLimit: 5,
        lastClaimDate: null,
        nextClaimAt: null,
        bonusCredits: 1,
      });
    });
    const day = today();
    await claim(person);
    const after = await status(person);
    expect(after).toMatchObject({ canClaim: false, monthlyCount: 1 });
    expect([day, today()]).toContain(after.lastClaimDate);
    expect(Date.parse(after.nextClaimAt ?? '')).toBe(Date.parse(`${after.lastClaimDate}T00:00:00Z`) + 86_400_000);
  });

  test('is everybody’s own', async () => {
    const [one, other] = [await app.signIn(), await app.signIn()];
    await claim(one);
    expect(await status(other)).toMatchObject({ canClaim: true, monthlyCount: 0, lastClaimDate: null });
  });
});
