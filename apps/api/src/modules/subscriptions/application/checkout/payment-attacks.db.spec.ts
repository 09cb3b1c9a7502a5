import type { Answer, PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { paymentWorlds, type PaymentWorld } from '../../../../../test/support/billing/payment-world.js';
import { RACE_ROUNDS } from '../../../../../test/support/timing/race-rounds.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { expectUnchanged } from '../../../../../test/support/database/unchanged.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { ProcessInbox } from '../sync/process-inbox.js';
import { ReconcileBilling } from '../sync/reconcile-billing.js';
import { InboxWorker } from '../../jobs/inbox-worker.js';
import { Reconciler } from '../../jobs/reconciler.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(() => rows(app.dataSource, `truncate webhook_inbox`));
afterEach(() => expectInvariants(app.dataSource));

const ADDRESSES = { success_url: '/payment/success', cancel_url: '/pricing' };
const WANTED = { plan_id: 'plan-pro', is_annual: false, ...ADDRESSES };
const never = new AbortController().signal;
const CONFIRMATIONS = RACE_ROUNDS > 10 ? 50 : 10;
/** The sessions of a person are looked at beside them. */
const SEEN = { except: ['sessions', 'refresh_tokens'] };

const ask = <T>({ token }: SignedIn, method: string, path: string, body?: object): Promise<Answered<T>> =>
  app.request<T>(method, path, { token, ...(body && { body }) });
const creditsOf = async (person: SignedIn) =>
  (await ask<Answer<'quota.show'>>(person, 'GET', '/quota')).body.data.totalCredits;

describe.each(paymentWorlds)('with %s', (providerId, worldOf) => {
  const world = (): PaymentWorld => worldOf(sandbox);
  beforeEach(() => app.app.get(PaymentProviders, { strict: false }).get(providerId).preparePrices());
  beforeEach(() => sandbox.control('stripe', { webhookMode: 'lost' }));

  const begin = async (person: SignedIn, more: object = {}) =>
    (await ask<Answer<'subscriptions.checkoutSession'>>(person, 'POST', world().paths.checkout, { ...WANTED, ...more }))
      .body.data;
  const buy = async () => {
    const person = await app.signIn();
    const { session_id, payment_id: paymentId } = await begin(person);
    await world().pay(session_id);
    await ask<PaymentOutcome>(person, 'POST', world().paths.confirmBySession, { session_id });
    const paid = await row<{ invoice: string; proof: string }>(
      app.dataSource,
      `select invoice_id as invoice, provider_payment_id as proof from payments where id = $1 and status = 'success'`,
      [paymentId],
    );
    return { person, paymentId, sessionId: session_id, invoiceId: paid?.invoice ?? '', proof: paid?.proof ?? '' };
  };

  test('a checkout that names anything but a plan that is sold, and its interval, is refused, and nothing is written', async () => {
    const person = await app.signIn();
    const strange = [
      { plan_id: 'free' },
      { plan_id: 'plan-x' },
      { plan_id: 'price_123' },
      { amount: 1 },
      { price: 'price_123' },
      { currency: 'eur' },
      { quantity: -1 },
      { customer: 'cus_1' },
      { user_id: randomUUID() },
      { credits: 5000 },
      { trial_days: 30 },
      { is_annual: 'monthly' },
    ];
    await expectUnchanged(app.dataSource, async () => {
      for (const more of strange) {
        const { status } = await ask(person, 'POST', world().paths.checkout, { ...WANTED, ...more });
        expect([more, status]).toEqual([more, 400]);
      }
    });
  });

  test('an address of return on another page than ours is refused', async () => {
    const person = await app.signIn();
    const addresses = [
      'https://evil.example/payment/success',
      'https://localhost:3000/payment/success',
      'http://localhost:3001/payment/success',
      'http://localhost:3000@evil.example/payment/success',
      'http://localhost:3000.evil.example/payment/success',
      'http://user:secret@localhost:3000/payment/success',
      '//evil.example/payment/success',
      String.raw`/\evil.example`,
      'javascript:alert(1)',
      '/api/auth/logout',
    ];
    for (const address of addresses)
      for (const name of ['success_url', 'cancel_url']) {
        const answer = await ask(person, 'POST', world().paths.checkout, { ...WANTED, [name]: address });
        expect([name, address, answer.status, answer.body.code]).toEqual([name, address, 400, 'URL_NOT_ALLOWED']);
      }
  });

  test('a stranger who names the session, the payment or the invoice of another gets nothing, and is told nothing', async () => {
    const { paymentId, sessionId, invoiceId, proof } = await buy();
    const stranger = await app.signIn();
    const { confirm, confirmBySession, status } = world().paths;
    const tries: [string, string, object?][] = [
      ['POST', confirmBySession, { session_id: sessionId }],
      ['POST', confirm, { payment_intent_id: paymentId }],
      ['POST', confirm, { payment_intent_id: proof }],
      ['PATCH', `${status}/${paymentId}/status`, { status: 'cancelled' }],
      ['POST', '/subscriptions/refund', { payment_id: paymentId }],
      ['GET', `/subscriptions/invoices/${invoiceId}/download`],
    ];
    const unknown = await ask(stranger, 'POST', '/subscriptions/refund', { payment_id: randomUUID() });
    for (const [method, path, body] of tries) {
      const answer = await ask(stranger, method, path, body);
      expect([path, answer.status]).toEqual([path, 404]);
      // Each answer has an id of its own.
      expect(answer.body).toEqual({ ...unknown.body, request_id: expect.any(String) });
    }
    expect([await creditsOf(stranger), (await ask(stranger, 'GET', '/subscriptions/my')).body.data]).toEqual([0, null]);
  });

  test('a stranger who begins the same checkout gets a session of their own', async () => {
    const [owner, stranger] = [await begin(await app.signIn()), await begin(await app.signIn())];
    expect(stranger.session_id).not.toBe(owner.session_id);
    expect(stranger.payment_id).not.toBe(owner.payment_id);
  });

  test('a stranger who confirms before the owner does brings the plan to the owner', async () => {
    const owner = await app.signIn();
    const { session_id } = await begin(owner);
    await world().pay(session_id);
    const stranger = await app.signIn();
    for (let tries = 0; tries < 3; tries += 1)
      await ask(stranger, 'POST', world().paths.confirmBySession, { session_id });
    await ask(owner, 'POST', world().paths.confirmBySession, { session_id });
    expect([await creditsOf(owner), await creditsOf(stranger)]).toEqual([200, 0]);
  });

  test("a person who writes the proof of another's payment on an own one is refused", async () => {
    const { proof } = await buy();
    const thief = await app.signIn();
    const { payment_id } = await begin(thief);
    await expectUnchanged(
      app.dataSource,
      async () => {
        for (const status of ['success', 'cancelled']) {
          const body = { status, provider_payment_id: proof };
          const answer = await ask(thief, 'PATCH', `${world().paths.status}/${payment_id}/status`, body);
          expect([answer.status, answer.body.code]).toEqual([409, 'PAYMENT_STATUS_REFUSED']);
        }
      },
      SEEN,
    );
  });

  test('an unpaid or expired session gives nothing, however often it is confirmed', async () => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    const confirm = () => ask<PaymentOutcome>(person, 'POST', world().paths.confirmBySession, { session_id });
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm()).body.data.status).toBe('redirecting');
    await ask(person, 'PATCH', `${world().paths.status}/${payment_id}/status`, { status: 'cancelled' });
    await world()
      .pay(session_id)
      .catch(() => undefined);
    for (let tries = 0; tries < 5; tries += 1) expect((await confirm()).body.data.status).toBe('cancelled');
    expect(await creditsOf(person)).toBe(0);
  });

  test('events of another mode or of a connected account are acknowledged and kept out', async () => {
    const { person } = await buy();
    const events = await world().events();
    const paid = events.find(({ type }) => type === 'invoice.paid');
    if (!paid) throw new Error('no event');
    for (const strange of [{ livemode: true }, { account: 'acct_other' }]) {
      const { body, headers } = world().deliver({ ...paid, ...strange, id: `evt_${randomUUID()}` });
      expect((await app.post(world().paths.webhook, { raw: body, headers })).status).toBe(200);
    }
    expect(await rows(app.dataSource, `select event_id from webhook_inbox`)).toEqual([]);
    expect(await creditsOf(person)).toBe(200);
  });

  test('a webhook that is delivered three times is acknowledged each time and kept once', async () => {
    const { person } = await buy();
    const [event] = await world().events();
    if (!event) throw new Error('no event');
    for (let times = 0; times < 3; times += 1) {
      const { body, headers } = world().deliver(event);
      expect((await app.post(world().paths.webhook, { raw: body, headers })).status).toBe(200);
    }
    expect(await rows(app.dataSource, `select event_id from webhook_inbox`)).toEqual([{ event_id: event.id }]);
    expect(await creditsOf(person)).toBe(200);
  });

  test('a body that differs by one byte from what was signed is refused', async () => {
    await buy();
    const [event] = await world().events();
    if (!event) throw new Error('no event');
    const { body, headers } = world().deliver(event);
    await expectUnchanged(app.dataSource, async () => {
      const answer = await app.post(world().paths.webhook, { raw: `${body} `, headers });
      expect([answer.status, answer.body.code]).toEqual([400, 'WEBHOOK_SIGNATURE_INVALID']);
    });
  });

  test(`${CONFIRMATIONS} confirmations at once beside the webhooks grant once`, async () => {
    const person = await app.signIn();
    const { session_id, payment_id } = await begin(person);
    await world().pay(session_id);
    const { confirm, confirmBySession, webhook } = world().paths;
    const events = await world().events();
    await Promise.all([
      ...Array.from({ length: CONFIRMATIONS / 2 }, () => ask(person, 'POST', confirmBySession, { session_id })),
      ...Array.from({ length: CONFIRMATIONS / 2 }, () =>
        ask(person, 'POST', confirm, { payment_intent_id: payment_id }),
      ),
      ...events.map((event) => {
        const { body, headers } = world().deliver(event);
        return app.post(webhook, { raw: body, headers });
      }),
      app.app.get(ProcessInbox, { strict: false }).run(),
    ]);
    await app.app.get(ProcessInbox, { strict: false }).run();
    expect(await creditsOf(person)).toBe(200);
  });

  describe('a story of farming', () => {
    test('buying, refunding and buying again leaves the credits of one payment', async () => {
      const { person, paymentId } = await buy();
      expect((await ask(person, 'POST', '/subscriptions/refund', { payment_id: paymentId })).status).toBe(200);
      const { session_id } = await begin(person);
      await world().pay(session_id);
      await ask(person, 'POST', world().paths.confirmBySession, { session_id });
      expect(await creditsOf(person)).toBe(200);
    });

    test('a checkout that was left open cannot be paid once the account is removed', async () => {
      const person = await app.signIn();
      const { session_id } = await begin(person);
      expect((await ask(person, 'DELETE', '/users/account')).status).toBe(200);
      const before = await world().events();
      await world()
        .pay(session_id)
        .catch(() => undefined);
      expect(await world().events()).toEqual(before);
    });

    test('removing an account leaves the subscriptions of others as they are', async () => {
      const [stays, goes] = [await buy(), await buy()];
      expect((await ask(goes.person, 'DELETE', '/users/account')).status).toBe(200);
      await app.app.get(ReconcileBilling, { strict: false }).run(never, 0);
      const my = await ask<Answer<'subscriptions.my'>>(stays.person, 'GET', '/subscriptions/my');
      expect(my.body.data).toMatchObject({ status: 'active', plan_id: 'plan-pro' });
    });
  });
});

describe('a card of Stripe', () => {
  beforeEach(() => app.app.get(PaymentProviders, { strict: false }).get('stripe').preparePrices());

  test('that a person without any names is not there', async () => {
    const person = await app.signIn();
    const path = '/subscriptions/payment-methods';
    expect((await ask(person, 'GET', path)).body.data).toEqual([]);
    expect((await ask(person, 'DELETE', `${path}/pm_card_visa`)).status).toBe(404);
    expect((await ask(person, 'POST', `${path}/pm_card_visa/default`)).status).toBe(404);
  });

  test('of another person can be neither charged, nor removed, nor made the default', async () => {
    const [owner, thief] = [await app.signIn(), await app.signIn()];
    const added = await ask<{ id: string }>(owner, 'POST', '/subscriptions/payment-methods', {
      payment_method_id: 'pm_card_visa',
    });
    // The thief has a card, too, so that only the owner of this one can be what is refused.
    await ask(thief, 'POST', '/subscriptions/payment-methods', { payment_method_id: 'pm_card_mastercard' });
    const { id } = added.body.data;
    const tries: [string, string, object?][] = [
      ['POST', '/subscriptions', { plan_id: 'plan-pro', payment_method: id }],
      ['POST', '/subscriptions/payment-methods', { payment_method_id: id }],
      ['POST', `/subscriptions/payment-methods/${id}/default`],
      ['DELETE', `/subscriptions/payment-methods/${id}`],
    ];
    await expectUnchanged(app.dataSource, async () => {
      for (const [method, path, body] of tries)
        expect([method, path, (await ask(thief, method, path, body)).status]).toEqual([method, path, 404]);
    });
    expect(await creditsOf(thief)).toBe(0);
    const methods = await ask<{ id: string }[]>(owner, 'GET', '/subscriptions/payment-methods');
    expect(methods.body.data.map((method) => method.id)).toEqual([id]);
  });
});
