import type { NewApiKey } from '@app/contracts';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn, type TestUser } from '../../../test/support/app.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { until } from '../../../test/support/timing/until.js';
import { rows } from '../../platform/database/rows.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { KeyMailer } from './jobs/key-mailer.js';

interface SentMail {
  subject: string;
  text: string;
}

const sandbox = useSandbox();
const api = useApp({ env: () => sandbox.environment() });

const make = async ({ token }: SignedIn, name = 'server'): Promise<NewApiKey> =>
  (await api.post<NewApiKey>('/api-keys', { token, body: { name, scopes: ['read'] } })).body.data;
const mailsTo = (address: string) => sandbox.control<SentMail[]>(`mails?to=${encodeURIComponent(address)}`);
const mails = async (address: string, count: number): Promise<SentMail[]> => {
  await until(async () => (await mailsTo(address)).length >= count);
  return mailsTo(address);
};
const mailer = (): KeyMailer => api.app.get(KeyMailer, { strict: false });
const person = async (email: string, user: TestUser = {}): Promise<SignedIn> => {
  const by = await api.signIn({ email, ...user });
  // The notification switch does not stop mails about keys.
  await api.request('PATCH', '/users/me/preferences', {
    token: by.token,
    body: { emailNotifications: false, timezone: 'Europe/London' },
  });
  return by;
};

test.each([
  ['en-US', 'An API key was created in your Lumina account', '/api?tab=keys', 'GMT'],
  ['zh-CN', '您的 Lumina 账户新建了一个 API 密钥', '/zh/api?tab=keys', '（伦敦时间）'],
] as const)('a new key is told by mail at once, in %s', async (language, subject, path, zone) => {
  const email = `made-${language}@example.com`;
  await make(await person(email, { language }), 'my server');
  const [mail, ...more] = await mails(email, 1);
  expect([more, mail?.subject]).toEqual([[], subject]);
  expect(mail?.text).toContain('my server');
  expect(mail?.text).toMatch(/\d:\d\d/);
  expect(mail?.text).toContain(zone);
  expect(mail?.text).toContain(`http://localhost:3000${path}`);
});

test('a rotation is told by mail, too', async () => {
  const email = 'rotated@example.com';
  const by = await person(email);
  const { id } = await make(by);
  await api.post(`/api-keys/${id}/rotate`, { token: by.token });
  await mailer().send();
  const subjects = (await mails(email, 2)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([
    'An API key of your Lumina account was replaced',
    'An API key was created in your Lumina account',
  ]);
});

test('nobody is flooded with mails: sixty keys an hour may be asked for, made or rotated', async () => {
  const by = await person('flooded@example.com');
  const { id } = await make(by);
  const ask = (path: string) => api.post(path, { token: by.token });
  for (let asked = 1; asked < 60; asked += 1) expect((await ask('/api-keys')).status).toBe(400);
  for (const path of ['/api-keys', `/api-keys/${id}/rotate`]) {
    expect(await ask(path)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  }
  expect((await api.get('/api-keys', { token: by.token })).status).toBe(200);
});

describe('of keys whose mail is due', () => {
  const dueAgain = () => rows(api.dataSource, `update api_keys set mail_due = true`);
  let send: jest.SpiedFunction<Mailer['send']>;
  beforeEach(() => void (send = jest.spyOn(api.app.get(Mailer, { strict: false }), 'send')));
  afterEach(() => send.mockRestore());
  const sentTo = (): string[] => send.mock.calls.map(([mail]) => mail.to);

  test('each is told of once, however many processes look', async () => {
    await make(await person('once@example.com'));
    await mails('once@example.com', 1);
    await dueAgain();
    send.mockClear();
    await Promise.all([1, 2, 3, 4].map(() => mailer().send()));
    await mailer().send();
    expect(sentTo().filter((address) => address === 'once@example.com')).toHaveLength(1);
  });

  test('none is told to an address that is not verified, or to an account that was removed', async () => {
    await make(await person('unverified@example.com', { emailVerified: false }));
    const removed = await person('removed@example.com');
    await make(removed);
    await mails('removed@example.com', 1);
    await api.request('DELETE', '/users/account', { token: removed.token });
    await make(await person('other@example.com'));
    await mails('other@example.com', 1);
    await dueAgain();
    send.mockClear();
    await mailer().send();
    expect(sentTo()).toContain('other@example.com');
    expect(sentTo()).not.toContain('unverified@example.com');
    expect(sentTo()).not.toContain('removed@example.com');
  });
});
