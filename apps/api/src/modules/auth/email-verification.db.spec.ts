import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { useApp } from '../../../test/support/app.js';
import { Browser } from '../../../test/support/http/browser.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Config } from '../../platform/config/config.js';
import { CleanUp } from './application/clean-up.js';
import { EmailTokens } from './persistence/email-tokens.js';
import { Mailer } from '../../platform/mail/mailer.js';

interface SentMail {
  subject: string;
  text: string;
  html: string;
  envelope: { to: string[] };
}

const sandbox = useSandbox();
const api = useApp({ env: () => sandbox.environment() });

const mailsTo = (address: string) => sandbox.control<SentMail[]>(`mails?to=${encodeURIComponent(address)}`);
const mails = async (address: string, count: number): Promise<SentMail[]> => {
  for (;;) {
    const sent = await mailsTo(address);
    if (sent.length >= count) return sent;
    await sleep(10);
  }
};
const tokenIn = (mail: SentMail | undefined): string => /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const confirm = (token: string) => api.post('/auth/verify-email', { body: { token } });
const expectInvalid = async (token: string) => {
  const answer = await expectUnchanged(api.dataSource, () => confirm(token));
  expect(answer).toMatchObject({ status: 400, body: { code: 'EMAIL_TOKEN_INVALID' } });
  return answer.body.message;
};

/** Somebody whose provider does not vouch for the address. */
async function unproven(email: string, language: 'zh-CN' | 'en-US' = 'en-US') {
  await sandbox.control('google/accounts', { name: 'Noor', email, emailVerified: false });
  const { access_token: token, user } = (await new Browser(api).signIn('google', email, { language })).body.data;
  return { token, user };
}
const isProven = async (token: string) =>
  (await api.get<{ email_verified: boolean }>('/users/profile', { token })).body.data.email_verified;

describe('an address that the provider does not vouch for', () => {
  test.each([
    ['en-US', 'http://localhost:3000/verify-email#token=', 'Confirm your email address for Lumina'],
    ['zh-CN', 'http://localhost:3000/zh/verify-email#token=', '请验证您的 Lumina 账户邮箱'],
  ] as const)('gets one mail in %s, and is proven by its link', async (language, link, subject) => {
    const email = `noor-${language}@example.com`;
    const { token, user } = await unproven(email, language);
    expect(user).toMatchObject({ email, email_verified: false });

    const [mail, ...more] = await mails(email, 1);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject, envelope: { to: [email] } });
    expect(mail?.text).toContain(link);
    expect(mail?.html).toContain(link);
    expect(await confirm(tokenIn(mail))).toMatchObject({ status: 200, body: { success: true, data: null } });
    expect(await isProven(token)).toBe(true);
  });

  test('is asked once, not at every sign-in', async () => {
    const email = 'again@example.com';
    await unproven(email);
    await mails(email, 1);
    await new Browser(api).signIn('google', email);
    await unproven('other@example.com');
    await mails('other@example.com', 1);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('stays proven when the provider still does not vouch for it', async () => {
    const email = 'stays@example.com';
    await unproven(email);
    await confirm(tokenIn((await mails(email, 1))[0]));
    expect((await new Browser(api).signIn('google', email)).body.data.user.email_verified).toBe(true);
  });

  test('does not keep anybody from working', async () => {
    const { token } = await unproven('works@example.com');
    expect((await api.get('/quota', { token })).status).toBe(200);
  });
});

test('an address that the provider vouches for gets no mail', async () => {
  await new Browser(api).signIn('google', 'ada@example.com');
  await unproven('marker@example.com');
  await mails('marker@example.com', 1);
  expect(await mailsTo('ada@example.com')).toEqual([]);
});

describe('a link', () => {
  test('works once', async () => {
    await unproven('once@example.com');
    const token = tokenIn((await mails('once@example.com', 1))[0]);
    expect((await confirm(token)).status).toBe(200);
    await expectInvalid(token);
  });

  test('works once, however often it is pressed at the same time', async () => {
    await unproven('parallel@example.com');
    const token = tokenIn((await mails('parallel@example.com', 1))[0]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('works for 24 hours', async () => {
    const { token: access } = await unproven('late@example.com');
    const token = tokenIn((await mails('late@example.com', 1))[0]);
    const lifetime = `select extract(epoch from expires_at - created_at)::int s from email_tokens where email = $1`;
    expect(await api.dataSource.query(lifetime, ['late@example.com'])).toEqual([{ s: 86_400 }]);
    await api.dataSource.query(`update email_tokens set expires_at = now() where email = $1`, ['late@example.com']);
    await expectInvalid(token);
    expect(await isProven(access)).toBe(false);
  });

  test('proves only the address it was sent to', async () => {
    const { token: access, user } = await unproven('old@example.com');
    const token = tokenIn((await mails('old@example.com', 1))[0]);
    await api.dataSource.query(`update users set email = 'new@example.com' where id = $1`, [user.id]);
    await expectInvalid(token);
    expect(await isProven(access)).toBe(false);
  });

  test('that is invented is refused in the same words', async () => {
    expect(await expectInvalid('invented')).toBe(await expectInvalid('x'.repeat(43)));
  });
});

describe('asking for the mail again', () => {
  const resend = (token: string) => api.post('/auth/resend-verification', { token });

  test('sends another link, at most three times an hour', async () => {
    const { token } = await unproven('resend@example.com');
    await mails('resend@example.com', 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(17);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
    const sent = await mails('resend@example.com', 4);
    expect(new Set(sent.map(tokenIn)).size).toBe(4);
    expect((await confirm(tokenIn(sent[0]))).status).toBe(200);
  });

  test('is refused when there is nothing to prove', async () => {
    const { token } = await api.signIn({ emailVerified: true });
    expect(await resend(token)).toMatchObject({ status: 409, body: { code: 'EMAIL_ALREADY_VERIFIED' } });
  });

  test('says so when the account has no address', async () => {
    const { token } = await api.signIn({ email: null });
    expect(await resend(token)).toMatchObject({ status: 409, body: { code: 'EMAIL_MISSING' } });
  });
});

test('a link that cannot be sent without a mail server is refused, and none is written down', async () => {
  const { token } = await api.signIn({ email: 'none@example.com', emailVerified: false });
  const config = api.app.get<Config>(CONFIG);
  const { smtpUrl } = config.mail;
  config.mail.smtpUrl = null;
  const answer = await expectUnchanged(api.dataSource, () => api.post('/auth/resend-verification', { token }));
  config.mail.smtpUrl = smtpUrl;
  expect(answer).toMatchObject({ status: 503, body: { code: 'MAIL_UNAVAILABLE' } });
});

describe('an address that somebody else claims again and again', () => {
  const sentTo = (send: jest.SpiedFunction<Mailer['send']>) => send.mock.calls.map(([mail]) => mail.to);
  const forgetMails = () => api.dataSource.query(`update address_mails set sent_at = sent_at - interval '61 minutes'`);
  async function signInAndLeave(email: string): Promise<void> {
    const { access_token: token } = (await new Browser(api).signIn('google', email)).body.data;
    expect((await api.request('DELETE', '/users/account', { token })).status).toBe(200);
  }

  test('gets four mails an hour and ten a day, however many accounts are opened with it', async () => {
    const send = jest.spyOn(api.app.get(Mailer, { strict: false }), 'send');
    const email = 'victim@example.com';
    await sandbox.control('google/accounts', { name: 'Mallory', email, emailVerified: false });
    for (const total of [4, 8, 10]) {
      for (let round = 0; round < 5; round += 1) await signInAndLeave(email);
      expect(sentTo(send)).toHaveLength(total);
      await forgetMails();
    }
    const other = 'bystander@example.com';
    await unproven(other);
    expect(sentTo(send).slice(10)).toEqual([other]);
    send.mockRestore();
  });

  test('counts the mails of sign-in, and says when another may be asked for', async () => {
    const email = 'claimed@example.com';
    await sandbox.control('google/accounts', { name: 'Mallory', email, emailVerified: false });
    for (let round = 0; round < 3; round += 1) await signInAndLeave(email);
    const { token } = await api.signIn({ email: 'Claimed+tag@example.com', emailVerified: false });
    expect((await api.post('/auth/resend-verification', { token })).status).toBe(200);
    const refused = await api.post('/auth/resend-verification', { token });
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const tokens = await api.dataSource.query(`select 1 from email_tokens where email = 'Claimed+tag@example.com'`);
    expect(tokens).toHaveLength(1);
  });

  test('gets no more when many sign in at once', async () => {
    const send = jest.spyOn(api.app.get(Mailer, { strict: false }), 'send');
    const people = await Promise.all(
      Array.from({ length: 10 }, () => api.signIn({ email: 'many@example.com', emailVerified: false })),
    );
    const answers = await Promise.all(people.map(({ token }) => api.post('/auth/resend-verification', { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(sentTo(send)).toHaveLength(4);
    send.mockRestore();
  });

  test('is stored as a keyed hash only, which is removed after a day', async () => {
    await unproven('stored@example.com');
    const [{ count }] = await api.dataSource.query(
      `select count(*)::int as count from address_mails m where m::text ilike '%stored%'
          or address_hmac = sha256('stored@example.com') or position('stored'::bytea in address_hmac) > 0`,
    );
    expect(count).toBe(0);
    await api.dataSource.query(`update address_mails set sent_at = now() - interval '25 hours'`);
    await api.app.get(CleanUp, { strict: false }).run();
    expect(await api.dataSource.query(`select 1 from address_mails`)).toEqual([]);
  });
});

test.each(['down', 'refuse', 'error'])(
  'a mail server that does not work (%s) keeps nobody from signing in',
  async (mode) => {
    await sandbox.control('chaos', { provider: 'mail', mode });
    const { token, user } = await unproven(`${mode}@example.com`);
    expect(user.email_verified).toBe(false);
    expect((await api.get('/auth/verify', { token })).status).toBe(200);
  },
);

test('a mail that cannot be asked for keeps nobody from signing in, and is sent when it is asked for again', async () => {
  const lost = new Error('Connection terminated unexpectedly');
  const add = jest.spyOn(api.app.get(EmailTokens, { strict: false }), 'add').mockRejectedValueOnce(lost);
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const { token, user } = await unproven('unasked@example.com');
  expect(add).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(user.id));
  jest.restoreAllMocks();
  expect(await mailsTo('unasked@example.com')).toEqual([]);
  expect((await api.post('/auth/resend-verification', { token })).status).toBe(200);
  expect(await mails('unasked@example.com', 1)).toHaveLength(1);
});

test('a mail that could not be sent is sent when the mail server is back', async () => {
  await sandbox.control('chaos', { provider: 'mail', mode: 'down' });
  await unproven('later@example.com');
  await sandbox.control('chaos', { provider: 'mail', mode: 'normal' });
  expect(await mails('later@example.com', 1)).toHaveLength(1);
});
