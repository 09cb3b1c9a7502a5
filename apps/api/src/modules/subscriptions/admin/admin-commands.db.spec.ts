import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { useBilling } from '../../../../test/support/billing/billing.js';
import { row, rows } from '../../../platform/database/rows.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { parseAdminCommand } from './admin-command.js';
import { AdminCommands } from './admin-commands.js';

const { app, billing } = useBilling();

const admin = (...args: string[]) =>
  app.app.get(AdminCommands, { strict: false }).run(parseAdminCommand([...args, '--by', 'ann']));
const audit = () =>
  rows<{ action: string }>(
    app.dataSource,
    `select actor, action, user_id as "userId", details from admin_audit order by id desc limit 1`,
  );

test('show tells what a person has paid and what became of the credits, and who has looked', async () => {
  const { person, paid } = await billing.buy();
  const found = await admin('show', person.userId);
  expect(found).toMatchObject([
    {
      id: person.userId,
      plan: 'pro',
      credits: { available: 200, held: 0, debt: 0 },
      subscriptions: [{ plan: 'pro', status: 'active' }],
      payments: [{ id: paid.payment_id, amountCents: 999, status: 'success' }],
      entries: [{ kind: 'grant', availableUnits: 2000, grant: expect.stringMatching(/^plan:stripe:/) }],
    },
  ]);
  const [{ email } = { email: '' }] = found as { email: string }[];
  expect(await admin('show', email.toUpperCase())).toEqual(found);
  expect(await audit()).toEqual([
    { actor: 'ann', action: 'show', userId: person.userId, details: { person: person.userId } },
  ]);
});

describe('grant', () => {
  test('gives credits that expire by the clock of billing', async () => {
    const person = await app.signIn();
    await admin('grant', person.userId, '12.5', '--days', '2', '--reason', 'lost images');
    expect((await billing.quota(person)).remainingCredits).toBe(12.5);
    expect(await audit()).toMatchObject([
      { action: 'grant', userId: person.userId, details: { credits: 12.5, days: 2, reason: 'lost images' } },
    ]);
    await admin('clock', '49h');
    expect((await billing.quota(person)).remainingCredits).toBe(0);
  });

  test('is shown above what was before it', async () => {
    const person = await app.signIn();
    for (const credits of ['1', '2']) await admin('grant', person.userId, credits, '--reason', 'lost images');
    expect(await admin('show', person.userId)).toMatchObject([
      { entries: [{ availableUnits: 20 }, { availableUnits: 10 }] },
    ]);
  });

  test('refuses an account that is not there, without an audit', async () => {
    const before = await audit();
    await expect(admin('grant', randomUUID(), '1', '--reason', 'x')).rejects.toThrow('There is no account');
    expect(await audit()).toEqual(before);
  });
});

describe('refund', () => {
  test('pays back though credits were used, which become a debt that the next checkout shows', async () => {
    const { person, paid } = await billing.buy();
    await billing.spend(person, 8);
    const refunded = await admin('refund', paid.payment_id, '--reason', 'goodwill', '--end-plan');
    expect(refunded).toMatchObject({ status: 'refunded', refundedCents: 999 });
    expect([await billing.planOf(person), (await billing.quota(person)).remainingCredits]).toEqual(['free', 0]);
    expect(await audit()).toMatchObject([{ action: 'refund', userId: person.userId, details: { reason: 'goodwill' } }]);
    expect(await billing.data(person, 'GET', '/preview/plan-pro')).toMatchObject({ kind: 'new', debt_credits: 28 });
    await expect(admin('refund', paid.payment_id, '--reason', 'again')).rejects.toThrow('is refunded');
  });

  test('has its effect at once also on a payment of half a year ago', async () => {
    const { person, paid } = await billing.buy();
    await billing.advance({ days: 186, seconds: 7_200 });
    await billing.sync(person);
    expect(await admin('refund', paid.payment_id, '--reason', 'goodwill')).toMatchObject({ status: 'refunded' });
  });

  test('leaves the plan unless told otherwise', async () => {
    const { person, paid } = await billing.buy();
    await admin('refund', paid.payment_id, '--reason', 'goodwill');
    expect([await billing.planOf(person), (await billing.quota(person)).remainingCredits]).toEqual(['pro', 0]);
  });
});

describe('replay', () => {
  test('lets a webhook have its effect again', async () => {
    const { person } = await billing.buy();
    const id = await billing.subscriptionOf(person);
    await rows(
      app.dataSource,
      `insert into webhook_inbox (provider, event_id, type, object_id, body, state, done_at)
       values ('stripe', 'evt_1', 'invoice.paid', $1, '{}', 'done', now())`,
      [`subscription:${id}`],
    );
    await rows(app.dataSource, `update users set plan = 'free' where id = $1`, [person.userId]);
    expect(await admin('replay', 'stripe', 'evt_1')).toMatchObject({ state: 'done', objectId: `subscription:${id}` });
    expect(await billing.planOf(person)).toBe('pro');
    expect(await audit()).toMatchObject([{ action: 'replay', details: { eventId: 'evt_1' } }]);
  });

  test('refuses an event that never came', async () => {
    await expect(admin('replay', 'stripe', 'evt_unknown')).rejects.toThrow('No event');
  });
});

describe('clock', () => {
  const shift = async () =>
    (await row<{ seconds: number }>(app.dataSource, `select shift_seconds as seconds from billing_clock`))?.seconds;

  test('turns billing and sandbox together, and what has become due happens at once', async () => {
    const { person } = await billing.buy();
    const before = await billing.my(person);
    await admin('clock', '31d');
    await admin('clock', '2h');
    const after = await billing.my(person);
    expect(after?.current_period_start).toBe(before?.current_period_end);
    expect((await billing.quota(person)).remainingCredits).toBe(200);
    expect(await shift()).toBe(31 * 86_400 + 7200);
  });

  test('stays when the sandbox cannot be turned', async () => {
    const config = app.app.get<Config>(CONFIG, { strict: false });
    const { stripe } = config.payments;
    if (!stripe) throw new Error('no sandbox');
    const { baseUrl } = stripe;
    stripe.baseUrl = 'http://127.0.0.1:1';
    await expect(admin('clock', '1d')).rejects.toThrow();
    stripe.baseUrl = baseUrl;
    expect(await shift()).toBe(0);
  });

  test('is refused in production', async () => {
    const config = app.app.get<Config>(CONFIG, { strict: false });
    config.mode = 'production';
    await expect(admin('clock', '1d')).rejects.toThrow('In production');
    config.mode = 'test';
    expect(await shift()).toBe(0);
  });
});
