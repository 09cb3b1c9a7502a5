import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { KeyMailer } from '../src/modules/api-keys/jobs/key-mailer.js';
import { DisabledMailer } from '../src/modules/outgoing-webhooks/jobs/disabled-mailer.js';
import { ExpiryMailer } from '../src/modules/quota/jobs/expiry-mailer.js';
import { BillingMails } from '../src/modules/subscriptions/application/sync/billing-mails.js';
import { PersonMails, Profile, Unsubscribe, UserDirectory } from '../src/modules/users/index.js';
import { Mailer } from '../src/platform/mail/mailer.js';
import { rows } from '../src/platform/database/rows.js';
import { useApp } from './support/app.js';
import { alertsOf } from './support/alerts.js';
import { testConfig } from './support/config.js';
import { giveUnits } from './support/credits/credits.js';
import { useSandbox } from './support/sandbox.js';
import { drawn, TURN } from './support/timing/drawn.js';
import { until } from './support/timing/until.js';

const sandbox = useSandbox();
const api = useApp({ env: () => ({ ...sandbox.environment(), SMTP_URL: '', FREE_ALLOWANCE: 'none' }) });

class HastyMailer extends Mailer {
  protected override readonly waits = { retryMs: [0], restoreMs: 0, restoreAgainMs: 0 };
}

const ADDRESS = 'noor@example.com';
const serverIs = (mode: string) => sandbox.control('chaos', { provider: 'mail', mode });
const smtp = (): string => sandbox.environment()['SMTP_URL'] ?? '';
const received = async (): Promise<number> => (await sandbox.control<unknown[]>('mails')).length;

/** A process of its own, as it is after a restart. */
function process(kind: Kind, Sender = Mailer, smtpUrl = smtp()) {
  const config = testConfig({
    ...sandbox.environment(),
    SMTP_URL: smtpUrl,
    DATABASE_URL: 'postgres://none',
    REDIS_URL: 'redis://none',
  });
  const mailer = new Sender(config);
  const of = <T>(type: new (...args: never[]) => T): T => api.app.get(type, { strict: false });
  const parts = [api.dataSource, new PersonMails(mailer, of(UserDirectory), of(Profile)), config] as const;
  const passes = {
    receipt: () => new BillingMails(...parts).sendPending(null),
    api_key: () => new KeyMailer(...parts).send(),
    webhook_disabled: () => new DisabledMailer(...parts).send(),
    credits_expire: () => new ExpiryMailer(api.dataSource, mailer, of(Unsubscribe), config).send(),
  };
  return { pass: passes[kind], stop: () => mailer.beforeApplicationShutdown() };
}

const KINDS = ['receipt', 'api_key', 'webhook_disabled', 'credits_expire'] as const;
type Kind = (typeof KINDS)[number];

const MAKE_DUE = {
  receipt: `insert into billing_mails (key, user_id, kind, facts) values ('receipt:1', $1, 'receipt',
    '{"plan":"pro","isAnnual":false,"amountCents":999,"invoiceNumber":"T-1","payUrl":null,"until":null}')`,
  api_key: `update api_keys set mail_due = true where user_id = $1`,
  webhook_disabled: `insert into webhook_endpoints (user_id, url, events, enabled, secret_sealed, disabled_at, mail_due)
    values ($1, 'https://noor.example/', '{generation.completed}', false, 'x', now(), true)`,
  credits_expire: `update credit_grants set created_at = now() - interval '2 days', expires_at = now() + interval '2 days'
    where user_id = $1`,
};
const IS_DUE = {
  receipt: `select from billing_mails where sent_at is null`,
  api_key: `select from api_keys where mail_due`,
  webhook_disabled: `select from webhook_endpoints where mail_due`,
  credits_expire: `select from credit_grants g where expires_at is not null
    and not exists (select from expiry_mails where user_id = g.user_id)`,
};
const TOO_OLD = {
  receipt: `update billing_mails set created_at = now() - interval '25 hours'`,
  api_key: `update api_keys set created_at = now() - interval '25 hours'`,
  webhook_disabled: `update webhook_endpoints set disabled_at = now() - interval '25 hours'`,
  credits_expire: `update expiry_mails set expires_at = now() + interval '50 minutes'`,
};
const isDue = async (kind: Kind): Promise<boolean> => (await rows(api.dataSource, IS_DUE[kind])).length > 0;

let userId: string;
beforeEach(async () => {
  const person = await api.signIn({ email: ADDRESS });
  userId = person.userId;
  await api.post('/api-keys', { token: person.token, body: { name: 'server', scopes: ['read'] } });
  await giveUnits(api.dataSource, userId, 35);
});
afterEach(async () => {
  for (const table of ['billing_mails', 'webhook_endpoints', 'expiry_mails'])
    await api.dataSource.query(`delete from ${table}`);
  await api.dataSource.query(`update api_keys set mail_due = false`);
  await api.dataSource.query(`update credit_grants set expires_at = null`);
});

/** Each kind meets one each day, and each of them some kind. */
const TROUBLES: [string, string, () => string][] = [
  ['its server takes no connection', 'down', smtp],
  ['the password is wrong', 'normal', () => smtp().replace(/:[^:@]+@/, ':wrong@')],
  ['its server has no TLS', 'normal', () => smtp().replace('smtp:', 'smtps:')],
];
const REFUSED = drawn(KINDS, KINDS.length);

describe.each(KINDS)('the mail "%s"', (kind) => {
  beforeEach(() => api.dataSource.query(MAKE_DUE[kind], [userId]));

  async function expectOneMailBy(later: ReturnType<typeof process>): Promise<void> {
    await serverIs('normal');
    await later.pass();
    await later.pass();
    await later.stop();
    expect(await received()).toBe(1);
  }

  test('that the server refused for now when the process ended is sent once by the next', async () => {
    await serverIs('error');
    const before = await alertsOf('mail_not_sent');
    const first = process(kind);
    await first.pass();
    await first.stop();
    expect(await alertsOf('mail_not_sent')).toBe(before);
    await expectOneMailBy(process(kind));
  });

  test('is due again after several attempts, and is then sent once', async () => {
    await serverIs('error');
    const here = process(kind, HastyMailer);
    await here.pass();
    await until(() => isDue(kind));
    await expectOneMailBy(here);
  });

  test.each(drawn(TROUBLES, 3, { turn: TURN + KINDS.indexOf(kind) }))(
    'is due again when %s, and is then sent once',
    async (_, mode, url) => {
      await serverIs(mode);
      const here = process(kind, HastyMailer, url());
      await here.pass();
      await here.stop();
      expect(await isDue(kind)).toBe(true);
      await expectOneMailBy(process(kind));
    },
  );

  if (kind !== 'credits_expire')
    test('that could not be addressed, since the database was away, is sent once by a later pass', async () => {
      const here = process(kind, HastyMailer);
      const directory = api.app.get(UserDirectory, { strict: false });
      const lookUp = jest.spyOn(directory, 'find').mockRejectedValueOnce(new Error('the connection has ended'));
      await expect(here.pass()).rejects.toThrow('the connection has ended');
      lookUp.mockRestore();
      await until(() => isDue(kind));
      await expectOneMailBy(here);
    });

  test.each(REFUSED.includes(kind) ? ['refuse', 'error'] : ['error'])(
    'is given up when it is refused for good or is too old: %s',
    async (mode) => {
      await serverIs(mode);
      const before = await alertsOf('mail_not_sent');
      const here = process(kind);
      await here.pass();
      if (mode === 'error') await api.dataSource.query(TOO_OLD[kind]);
      await here.stop();
      expect(await alertsOf('mail_not_sent')).toBe(before + 1);
      expect(await isDue(kind)).toBe(false);
    },
  );
});
