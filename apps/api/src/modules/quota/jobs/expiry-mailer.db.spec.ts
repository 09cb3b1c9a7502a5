import type { Preferences } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn, type TestUser } from '../../../../test/support/app.js';
import { giveUnits } from '../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import { useSandbox } from '../../../../test/support/sandbox.js';
import { until } from '../../../../test/support/timing/until.js';
import { rows } from '../../../platform/database/rows.js';
import { Mailer, type Mail } from '../../../platform/mail/mailer.js';
import { ExpiryMailer } from './expiry-mailer.js';

const sandbox = useSandbox();
const api = useApp({
  env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }),
  onCreated: () => void jest.spyOn(globalThis, 'setInterval'),
});
/** What the application does by itself, by how often; `useApp` has stopped the clocks. */
let jobs: { everyMs: number | undefined; run: () => unknown }[];
let sent: Mail[];

beforeAll(() => {
  jobs = jest.mocked(setInterval).mock.calls.map(([run, everyMs]) => ({ run, everyMs }));
  jest.restoreAllMocks();
});

beforeEach(() => {
  sent = [];
  jest.spyOn(api.app.get(Mailer, { strict: false }), 'send').mockImplementation((mail) => void sent.push(mail));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await expectInvariants(api.dataSource);
  await api.dataSource.query(`delete from expiry_mails`);
  await api.dataSource.query(`update credit_grants set expires_at = null`);
});

const run = (): Promise<void> => api.app.get(ExpiryMailer, { strict: false }).send();

/** Somebody with 3.5 credits that end so many hours from now and are two days old. */
async function personWithCredits(hours: number, user: TestUser = {}, preferences: Partial<Preferences> = {}) {
  const person = await api.signIn(user);
  await giveUnits(api.dataSource, person.userId, 35);
  await api.dataSource.query(
    `update credit_grants set created_at = now() - interval '2 days', expires_at = now() + make_interval(hours => $2)
      where user_id = $1`,
    [person.userId, hours],
  );
  await api.request('PATCH', '/users/me/preferences', { token: person.token, body: preferences });
  return person;
}
const unsubscribeAddress = ({ headers }: Pick<Mail, 'headers'>): string =>
  /^<(?:https?:\/\/[^/]+)\/api(.+)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
const preferencesOf = async ({ token }: SignedIn): Promise<Preferences> =>
  (await api.get<Preferences>('/users/me/preferences', { token })).body.data;

describe('credits that expire within three days', () => {
  test('are told of once, in the language and the time zone of the person', async () => {
    await personWithCredits(48, { email: 'noor@example.test', language: 'zh-CN' }, { timezone: 'Europe/London' });
    await Promise.all([run(), run(), run()]);
    await run();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'noor@example.test', subject: expect.stringMatching(/^3.5 积分将于 .+到期$/) });
    const { text = '' } = sent[0] ?? {};
    expect(text).toMatch(/\d\d:\d\d（伦敦时间）/);
    expect(text).not.toContain('/pricing');
  });

  test('are told of with a link that stops such mails without signing in', async () => {
    const person = await personWithCredits(48, { language: 'zh-CN' });
    await run();
    const [, token = ''] = /\/zh\/unsubscribe#token=(\S+)/.exec(sent[0]?.text ?? '') ?? [];
    expect((await api.post(`/users/unsubscribe/${token}`)).status).toBe(200);
    expect(await preferencesOf(person)).toMatchObject({ emailNotifications: false });
  });

  test('are told by the end of their month, though they may wait longer for the next ones', async () => {
    const preferences = { language: 'en-US', timezone: 'Asia/Shanghai' } as const;
    const monthEnds = new Map<string, Date>();
    for (const hours of [-1, 71, 73]) {
      const email = `in-${hours}@example.test`;
      const { userId } = await personWithCredits(hours + 48, { email }, preferences);
      const [end] = await rows<{ at: Date }>(
        api.dataSource,
        `update credit_grants set month_ends_at = expires_at - interval '48 hours' where user_id = $1
         returning month_ends_at as at`,
        [userId],
      );
      if (end) monthEnds.set(email, end.at);
    }
    await run();
    await run();
    expect(sent.map(({ to }) => to)).toEqual(['in-71@example.test']);
    const at = { month: 'long', day: 'numeric', timeZone: preferences.timezone } as const;
    const day = monthEnds.get('in-71@example.test')?.toLocaleDateString(preferences.language, at);
    expect(sent[0]?.subject).toBe(`3.5 credits expire on ${day}`);
  });

  test.each<[string, TestUser, Partial<Preferences>]>([
    ['turned notifications off', {}, { emailNotifications: false }],
    ['has no address', { email: null }, {}],
    ['has not proven the address', { emailVerified: false }, {}],
  ])('are not told to somebody who %s', async (_, user, preferences) => {
    await personWithCredits(48, user, preferences);
    await run();
    expect(sent).toEqual([]);
  });

  test('are not told of when they are new, spent or last longer', async () => {
    await personWithCredits(80);
    const spent = await personWithCredits(48);
    const fresh = await personWithCredits(48);
    await api.dataSource.query(`update credit_grants set created_at = now() where user_id = $1`, [fresh.userId]);
    await api.request('DELETE', '/users/account', { token: spent.token });
    await run();
    expect(sent).toEqual([]);
  });

  test('come with the plans for those alone who agreed to marketing and pay nothing yet', async () => {
    await personWithCredits(48, { email: 'free@example.test' }, { marketingEmails: true });
    await personWithCredits(48, { email: 'pro@example.test', plan: 'pro' }, { marketingEmails: true });
    await run();
    const offers = Object.fromEntries(sent.map(({ to, text }) => [to, text.includes('/pricing')]));
    expect(offers).toEqual({ 'free@example.test': true, 'pro@example.test': false });
  });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('one click in the mail program', () => {
  test('stops such mails without signing in', async () => {
    const person = await personWithCredits(48, {}, { marketingEmails: true });
    await run();
    const [mail] = sent;
    if (!mail) throw new Error('no mail');
    expect(mail.headers).toEqual({
      'List-Unsubscribe': `<http://localhost:3000/api${unsubscribeAddress(mail)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const address = unsubscribeAddress(mail);
    // A program that only looks where the link leads stops nothing.
    expect((await api.get(address)).status).toBe(303);
    expect(await preferencesOf(person)).toMatchObject({ emailNotifications: true });
    for (const sentForm of [
      { raw: 'List-Unsubscribe=One-Click', headers: form },
      {
        raw: '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
    ]) {
      await api.request('PATCH', '/users/me/preferences', { token: person.token, body: { emailNotifications: true } });
      expect((await api.post(address, sentForm)).status).toBe(200);
      expect(await preferencesOf(person)).toMatchObject({ emailNotifications: false, marketingEmails: false });
    }
  });

  test('with an address that was changed stops nothing', async () => {
    const person = await personWithCredits(48);
    const other = await api.signIn();
    await run();
    const address = unsubscribeAddress(sent[0] ?? {});
    const token = Buffer.from(address.slice(address.lastIndexOf('/') + 1), 'base64url');
    Buffer.from(other.userId.replaceAll('-', ''), 'hex').copy(token);
    for (const changed of [token.toString('base64url'), 'x', 'A'.repeat(43)]) {
      const answer = await api.post(`/users/unsubscribe/${changed}`, { raw: '', headers: form });
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    for (const one of [person, other]) expect(await preferencesOf(one)).toMatchObject({ emailNotifications: true });
  });
});

describe('over SMTP', () => {
  const received = () =>
    sandbox.control<{ envelope: { to: string[] }; headers: { name: string; value: string }[] }[]>('mails');
  beforeEach(() => {
    jest.restoreAllMocks();
  });

  test('the mail arrives with both headers of one click, and the click that they describe works', async () => {
    const person = await personWithCredits(48, { email: 'noor@example.test' });
    await run();
    await until(async () => (await received()).length > 0);
    const [{ envelope, headers } = { envelope: null, headers: [] }] = await received();
    expect(envelope?.to).toEqual(['noor@example.test']);
    const mail = { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) };
    const { 'List-Unsubscribe-Post': raw = '' } = mail.headers;
    expect(raw).toBe('List-Unsubscribe=One-Click');
    expect((await api.post(unsubscribeAddress(mail), { raw, headers: form })).status).toBe(200);
    expect(await preferencesOf(person)).toMatchObject({ emailNotifications: false });
  });

  test('what the application does each minute sends it, by itself', async () => {
    await personWithCredits(48, { email: 'noor@example.test' });
    await Promise.all(jobs.filter(({ everyMs }) => everyMs === 60_000).map((job) => job.run()));
    await until(async () => (await received()).length > 0);
    expect(await received()).toMatchObject([{ envelope: { to: ['noor@example.test'] } }]);
  });
});
