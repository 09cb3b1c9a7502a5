import { describe, expect, test } from '@jest/globals';
import { DEFAULT_PREFERENCES, userSchema, type Answer, type Plan, type Preferences, type User } from '@app/contracts';
import { DataSource } from 'typeorm';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { expectInvariants } from '../../../test/support/credits/invariants.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ResolveIdentity } from './application/resolve-identity.js';
import { SetPlan } from './index.js';

const api = useApp({ env: { FREE_ALLOWANCE: 'monthly', FREE_MONTHLY_CREDITS: '5' } });

const profile = async ({ token }: SignedIn) => (await api.get<User>('/users/profile', { token })).body.data;
const preferences = async ({ token }: SignedIn) =>
  (await api.get<Preferences>('/users/me/preferences', { token })).body.data;
const PROFILE = ['PUT', 'PATCH'];

describe('the profile', () => {
  test('shows the account as the contract says, and to its owner only', async () => {
    const [one, two] = [await api.signIn({ email: 'ada@example.com', plan: 'pro' }), await api.signIn()];
    expect(userSchema.parse(await profile(one))).toMatchObject({
      id: one.userId,
      email: 'ada@example.com',
      email_verified: true,
      subscription_status: 'pro',
    });
    expect((await profile(two)).id).toBe(two.userId);
  });

  test.each(PROFILE)('takes a new name, cleaned (%s)', async (method) => {
    const person = await api.signIn();
    const answer = await api.request(method, '/users/profile', {
      token: person.token,
      body: { name: '  小\u202E明\u0000 ' },
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { name: '小明' } } });
    expect((await profile(person)).name).toBe('小明');
  });

  test.each(PROFILE)('keeps a name that looks like code as it is (%s)', async (method) => {
    const person = await api.signIn();
    const name = `<img src=x onerror=alert(1)> {{7*7}} \${x} '; drop table users;--`;
    await api.request(method, '/users/profile', { token: person.token, body: { name } });
    expect((await profile(person)).name).toBe(name);
  });

  test.each(PROFILE)('takes a name of a hundred characters, and none longer (%s)', async (method) => {
    const person = await api.signIn();
    const rename = (name: string) => api.request(method, '/users/profile', { token: person.token, body: { name } });
    expect((await rename('😀'.repeat(100))).status).toBe(200);
    expect(await rename('😀'.repeat(101))).toMatchObject({ status: 400, body: { details: [{ path: 'body.name' }] } });
  });

  test.each(['', '   ', '\u200b', '\u3000\u3000', null, 7, ['x']])('refuses the name %j', async (name) => {
    const person = await api.signIn();
    const answer = await expectUnchanged(api.dataSource, () =>
      api.request('PATCH', '/users/profile', { token: person.token, body: { name } }),
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: [{ path: 'body.name' }] },
    });
  });

  test.each([
    { subscription_status: 'enterprise' },
    { credits: 1_000 },
    { id: 'x' },
    { role: 'admin' },
    { email: 'other@example.com' },
    { email_verified: true },
    { plan: 'pro' },
    { avatar_url: 'https://evil.example/a.png' },
  ])('gives nobody what they may not set themselves: %j', async (extra) => {
    const person = await api.signIn();
    for (const method of PROFILE) {
      const answer = await expectUnchanged(api.dataSource, () =>
        api.request(method, '/users/profile', { token: person.token, body: { name: 'x', ...extra } }),
      );
      expect(answer).toMatchObject({
        status: 400,
        body: { details: [{ path: `body.${Object.keys(extra).join()}` }] },
      });
    }
  });

  test('follows a change of plan at once', async () => {
    const person = await api.signIn();
    await api.dataSource.query(`update users set plan = 'pro' where id = $1`, [person.userId]);
    expect((await profile(person)).subscription_status).toBe('pro');
  });
});

describe('preferences', () => {
  test('begin as the contract says, with the language of the page that signed in', async () => {
    expect(await preferences(await api.signIn({ language: 'en-US' }))).toEqual({
      ...DEFAULT_PREFERENCES,
      language: 'en-US',
    });
    const { user } = await api.app
      .get(ResolveIdentity, { strict: false })
      .run(
        { provider: 'github', subject: '7', email: null, emailVerified: false, names: ['x'], avatarUrl: null },
        undefined,
      );
    const [row] = await api.dataSource.query<{ language: string }[]>('select language from users where id = $1', [
      user.id,
    ]);
    expect(row?.language).toBe(DEFAULT_PREFERENCES.language);
  });

  test('change one by one and all at once, for their owner only', async () => {
    const [person, other] = [await api.signIn(), await api.signIn()];
    const before = await preferences(other);
    const change = (body: object) => api.request('PATCH', '/users/me/preferences', { token: person.token, body });
    expect((await change({ marketingEmails: true })).body.data).toMatchObject({
      marketingEmails: true,
      language: 'en-US',
    });
    const all = { emailNotifications: false, marketingEmails: false, language: 'zh-CN', timezone: 'Europe/London' };
    expect((await change(all)).body.data).toEqual(all);
    expect((await change({})).body.data).toEqual(all);
    expect(await preferences(person)).toEqual(all);
    expect(await preferences(other)).toEqual(before);
  });

  test.each([
    ['language', 'fr'],
    ['language', 'zh'],
    ['timezone', 'Mars/X'],
    ['timezone', 'asia/shanghai'],
    ['emailNotifications', 'true'],
    ['marketingEmails', 1],
    ['emailNotifications', null],
    ['theme', 'dark'],
  ])('refuse %s = %j', async (field, value) => {
    const { token } = await api.signIn();
    const answer = await expectUnchanged(api.dataSource, () =>
      api.request('PATCH', '/users/me/preferences', { token, body: { [field]: value } }),
    );
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: `body.${field}` }] } });
  });
});

test('no call about a person takes the id of one', async () => {
  const { token } = await api.signIn();
  const other = await api.signIn();
  for (const path of ['/users/profile', '/users/me/preferences', '/auth/me']) {
    for (const name of ['id', 'user_id', 'userId']) {
      expect((await api.get(`${path}?${name}=${other.userId}`, { token })).status).toBe(400);
    }
  }
});

describe('a change of the plan', () => {
  const setPlan = (userId: string, plan: Plan): Promise<boolean> =>
    inTransaction(api.app.get(DataSource), (tx) => api.app.get(SetPlan, { strict: false }).run(tx, userId, plan));
  const remaining = async ({ token }: SignedIn): Promise<number> =>
    (await api.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits;

  test('gives the allowance of the new plan at the next call, in both directions', async () => {
    const paying = await api.signIn({ plan: 'pro' });
    expect(await remaining(paying)).toBe(0);
    expect(await setPlan(paying.userId, 'free')).toBe(true);
    expect(await remaining(paying)).toBe(5);

    const free = await api.signIn({ plan: 'free' });
    expect(await setPlan(free.userId, 'enterprise')).toBe(true);
    expect(await remaining(free)).toBe(0);
    await expectInvariants(api.dataSource);
  });

  test('is shown', async () => {
    const person = await api.signIn({ plan: 'free' });
    await setPlan(person.userId, 'pro');
    expect((await profile(person)).subscription_status).toBe('pro');
  });

  test('is refused for an account that was removed', async () => {
    const { userId } = await api.signIn();
    await api.dataSource.query(`update users set deleted_at = now() where id = $1`, [userId]);
    expect(await setPlan(userId, 'pro')).toBe(false);
  });
});
