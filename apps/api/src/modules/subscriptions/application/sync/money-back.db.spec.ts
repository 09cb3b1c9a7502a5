import { priceUnits, type Answer, type PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { closeImage, creditLedger, insertImages, submitImages } from '../../../../../test/support/credits/credits.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { paymentWorlds, type PaymentWorld } from '../../../../../test/support/billing/payment-world.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { whileCreditsMove } from '../../../../../test/support/credits/while-credits-move.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { ReconcileBilling } from './reconcile-billing.js';
import { ProcessInbox } from './process-inbox.js';
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
afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(app.dataSource));

const DAY = 86_400;
const MONTH = 31 * DAY + 7_200;
const PRICE = 999;
/** The dearest one, so that a month is spent by few images. */
const MODEL = 'sd3.5-large';
const UNITS = priceUnits(MODEL);
/** Images of one generation. */
const MOST_AT_ONCE = 8;
/** What whole images can use of a month's 2,000 units. */
const SPENT = Math.floor(2000 / UNITS) * UNITS;
const never = new AbortController().signal;

describe.each(paymentWorlds)('money that goes back with %s', (providerId, worldOf) => {
  const world = (): PaymentWorld => worldOf(sandbox);
  beforeEach(() => app.app.get(PaymentProviders, { strict: false }).get(providerId).preparePrices());
  beforeEach(() => sandbox.control('stripe', { webhookMode: 'lost' }));

  const ask = <T>({ token }: SignedIn, path: string, body: object): Promise<Answered<T>> =>
    app.post<T>(path, { token, body });
  const buy = async () => buyAs(await app.signIn());
  const buyAs = async (person: SignedIn, is_annual = false) => {
    const body = { plan_id: 'plan-pro', is_annual, success_url: '/payment/success', cancel_url: '/pricing' };
    const started = await ask<Answer<'subscriptions.checkoutSession'>>(person, world().paths.checkout, body);
    const { session_id, payment_id: paymentId } = started.body.data;
    await world().pay(session_id);
    const paid = await ask<PaymentOutcome>(person, world().paths.confirmBySession, { session_id });
    expect(paid.body.data.status).toBe('success');
    return { person, paymentId, providerPaymentId: await provedBy(paymentId) };
  };
  const provedBy = async (paymentId: string) => {
    const found = `select provider_payment_id as id from payments where id = $1`;
    return (await row<{ id: string }>(app.dataSource, found, [paymentId]))?.id ?? '';
  };
  const refund = (person: SignedIn, payment_id: string) => ask(person, '/subscriptions/refund', { payment_id });
  /** What the provider has told since: everything, read from its list. */
  const hear = async () => {
    await app.app.get(ReconcileBilling, { strict: false }).run(never, 0);
    await app.app.get(ProcessInbox, { strict: false }).run();
  };
  const spend = async ({ userId }: SignedIn, units: number) => {
    const ledger = creditLedger(app.dataSource, { FREE_ALLOWANCE: 'none' });
    for (let left = Math.ceil(units / UNITS); left > 0; left -= MOST_AT_ONCE) {
      const count = Math.min(left, MOST_AT_ONCE);
      const imageIds = (await submitImages(ledger, userId, { model: MODEL, count })) ?? [];
      expect(imageIds).toHaveLength(count);
      for (const imageId of imageIds) {
        expect(await closeImage(app.dataSource, ledger, { userId, imageId, delivered: true })).toBe(true);
      }
    }
  };
  const account = ({ userId }: SignedIn) => {
    const found = `select available, debt from credit_accounts where user_id = $1`;
    return row<{ available: number; debt: number }>(app.dataSource, found, [userId]);
  };
  const advance = async (seconds: number) => {
    await sandbox.control('clock/advance', { ms: seconds * 1000 });
    await rows(app.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [seconds]);
  };

  test('is not refunded once more after credits that a won dispute restored were spent', async () => {
    const { person, paymentId, providerPaymentId } = await buy();
    const close = await world().dispute(providerPaymentId);
    await hear();
    expect(await account(person)).toEqual({ available: 0, debt: 0 });
    await close('won');
    await hear();
    expect(await account(person)).toEqual({ available: 2000, debt: 0 });
    await spend(person, 201);
    const refused = await refund(person, paymentId);
    expect([refused.status, refused.body.code]).toEqual([409, 'CREDITS_USED']);
  });

  test('takes with it the credits that a won dispute had restored', async () => {
    const { person, paymentId, providerPaymentId } = await buy();
    const close = await world().dispute(providerPaymentId);
    await hear();
    await close('won');
    await hear();
    expect((await refund(person, paymentId)).status).toBe(200);
    expect(await account(person)).toEqual({ available: 0, debt: 0 });
  });

  test.each(['before', 'after'])('in part %s a dispute that is won takes its share of the credits', async (when) => {
    const { person, providerPaymentId } = await buy();
    const payPartBack = async () => {
      await world().refund(providerPaymentId, 500);
      await hear();
      expect(await account(person)).toEqual({ available: 998, debt: 0 });
    };
    if (when === 'before') await payPartBack();
    const close = await world().dispute(providerPaymentId);
    await hear();
    expect(await account(person)).toEqual({ available: 0, debt: 0 });
    await close('won');
    await hear();
    if (when === 'after') await payPartBack();
    expect(await account(person)).toEqual({ available: 998, debt: 0 });
  });

  test('by a dispute that had the refund refused comes back once it is won', async () => {
    const { person, paymentId, providerPaymentId } = await buy();
    const close = await world().dispute(providerPaymentId);
    await refund(person, paymentId);
    expect(await account(person)).toEqual({ available: 0, debt: 0 });
    await close('won');
    await hear();
    const { body } = await app.get<Answer<'quota.show'>>('/quota', { token: person.token });
    expect(body.data.remainingCredits).toBe(200);
  });

  test('for a part of a year takes its share of the months to come too', async () => {
    const { person, providerPaymentId } = await buyAs(await app.signIn(), true);
    await world().refund(providerPaymentId, 5000);
    await hear();
    expect(await account(person)).toEqual({ available: 999, debt: 0 });
    await advance(MONTH);
    await hear();
    expect(await account(person)).toEqual({ available: 999, debt: 0 });
  });

  test('by a dispute of an upgrade leaves the months of one plan once it is won', async () => {
    const { person } = await buyAs(await app.signIn(), true);
    const { body } = await app.request<Answer<'subscriptions.change'>>('PUT', '/subscriptions/my', {
      token: person.token,
      body: { plan_id: 'plan-enterprise' },
    });
    expect(body.data.payment).toMatchObject({ status: 'success' });
    await advance(MONTH);
    await hear();
    expect(await account(person)).toEqual({ available: 5000, debt: 0 });
    const close = await world().dispute(await provedBy(body.data.payment?.payment_id ?? ''));
    await hear();
    expect(await account(person)).toEqual({ available: 2000, debt: 0 });
    await close('won');
    await hear();
    expect(await account(person)).toEqual({ available: 5000, debt: 0 });
  });

  test('in two parts leaves no more debt than was granted', async () => {
    const { person, providerPaymentId } = await buy();
    await spend(person, SPENT);
    await world().refund(providerPaymentId, 500);
    await hear();
    await world().refund(providerPaymentId);
    await hear();
    expect(await account(person)).toEqual({ available: 0, debt: SPENT });
  });

  test('by the operator and the person at once is paid back once, and the credits stay gone', async () => {
    const { person, paymentId, providerPaymentId } = await buy();
    // The person's wish is written; before it reaches the provider, the operator pays back.
    await sandbox.control('chaos', { provider: providerId, mode: 'down' });
    expect((await refund(person, paymentId)).status).toBe(503);
    await sandbox.control('chaos', { provider: providerId, mode: 'normal' });
    await world().refund(providerPaymentId);
    await hear();
    expect(await account(person)).toEqual({ available: 0, debt: 0 });
    expect(await rows(app.dataSource, `select status from subscriptions where user_id = $1`, [person.userId])).toEqual([
      { status: 'canceled' },
    ]);
  });

  const failRefund = async (providerPaymentId: string) => {
    const before = await alertsOf('refund_failed');
    await world().failRefund(providerPaymentId);
    for (let reads = 0; reads < 2; reads += 1) {
      await hear();
      // An operator hears of it once.
      expect(await alertsOf('refund_failed')).toBe(before + 1);
    }
  };
  const told = ({ userId }: SignedIn) => {
    const mails = `select facts->'amountCents' as cents, facts->'areCreditsBack' as back from billing_mails
                    where user_id = $1 and kind = 'refund_failed' order by created_at`;
    return rows<{ cents: number; back: boolean }>(app.dataSource, mails, [userId]);
  };
  const standing = async ({ token, userId }: SignedIn) => {
    const { body } = await app.get<Answer<'subscriptions.payments'>>('/subscriptions/payments', { token });
    const user = await row<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]);
    const [paid] = body.data.data;
    return [user?.plan, paid?.status, paid?.refunded_amount, paid?.can_refund, paid?.refund_state];
  };

  test('from the dashboard, and is sent back by the bank, leaves plan and credits as they were', async () => {
    const { person, paymentId, providerPaymentId } = await buy();
    await spend(person, UNITS);
    await world().refund(providerPaymentId);
    await hear();
    expect(await account(person)).toEqual({ available: 0, debt: UNITS });
    await failRefund(providerPaymentId);
    expect(await told(person)).toEqual([{ cents: PRICE, back: true }]);
    expect(await account(person)).toEqual({ available: 2000 - UNITS, debt: 0 });
    // Another refund would go to the same card.
    expect(await standing(person)).toEqual(['pro', 'success', 0, false, 'failed']);
    expect((await refund(person, paymentId)).body.code).toBe('REFUND_NOT_POSSIBLE');
    expect(await account(person)).toEqual({ available: 2000 - UNITS, debt: 0 });
  });

  test('in two parts, of which the bank sends one back, takes the share of the other', async () => {
    const { person, providerPaymentId } = await buy();
    for (const cents of [500, 300]) await world().refund(providerPaymentId, cents);
    await hear();
    expect(await account(person)).toEqual({ available: 398, debt: 0 });
    await failRefund(providerPaymentId);
    expect(await account(person)).toEqual({ available: 998, debt: 0 });
    await failRefund(providerPaymentId);
    expect(await account(person)).toEqual({ available: 2000, debt: 0 });
    expect((await told(person)).map(({ cents }) => cents)).toEqual([300, 500]);
  });

  test('as the person asked, and is sent back by the bank, is not tried again and gives no credits', async () => {
    const { person, paymentId, providerPaymentId } = await buy();
    const refunding = jest.spyOn(app.app.get(PaymentProviders, { strict: false }).get(providerId), 'refund');
    expect((await refund(person, paymentId)).status).toBe(200);
    await failRefund(providerPaymentId);
    expect(await told(person)).toEqual([{ cents: PRICE, back: false }]);
    expect(await standing(person)).toEqual(['free', 'success', 0, false, 'failed']);
    expect((await refund(person, paymentId)).body.code).toBe('REFUND_NOT_POSSIBLE');
    // The provider forgets keys after a day, and would pay again.
    expect(refunding).toHaveBeenCalledTimes(1);
    expect(await account(person)).toEqual({ available: 0, debt: 0 });
  });

  test('by a dispute of an old payment becomes a debt', async () => {
    const { person, providerPaymentId } = await buy();
    await spend(person, SPENT);
    await advance(4 * MONTH + DAY);
    await hear();
    // One more than are read with a subscription.
    const invoices = await rows(app.dataSource, `select 1 from billing_invoices where user_id = $1`, [person.userId]);
    expect(invoices).toHaveLength(5);
    await world().dispute(providerPaymentId);
    await hear();
    const disputed = `select status from payments where provider_payment_id = $1`;
    expect(await rows(app.dataSource, disputed, [providerPaymentId])).toEqual([{ status: 'disputed' }]);
    expect(await account(person)).toMatchObject({ debt: SPENT });
  });

  test('does not wash off a debt', async () => {
    const { person, providerPaymentId } = await buy();
    await spend(person, SPENT);
    await world().dispute(providerPaymentId);
    await hear();
    expect(await account(person)).toEqual({ available: 0, debt: SPENT });
    await ask(person, '/subscriptions/cancel', {});
    await advance(MONTH);
    await hear();
    const again = await buyAs(person);
    expect(await account(person)).toEqual({ available: 2000 - SPENT, debt: 0 });
    expect((await refund(person, again.paymentId)).body.code).toBe('CREDITS_USED');
  });

  test('waits for the account, and is refused for credits that are being spent', async () => {
    const { person, paymentId } = await buy();
    const { userId } = person;
    const ledger = creditLedger(app.dataSource, { FREE_ALLOWANCE: 'none' });
    const refused = await whileCreditsMove(
      app.dataSource,
      userId,
      () => refund(person, paymentId),
      async (tx) => {
        expect(await ledger.debit(tx, userId, UNITS * 8)).toBe(true);
        const images = await insertImages(tx, userId, { model: MODEL, count: 8 });
        await ledger.hold(
          tx,
          userId,
          images.map((imageId) => ({ imageId, units: UNITS })),
        );
      },
    );
    expect(refused.body.code).toBe('CREDITS_USED');
  });
});
