import type { Answer, PaymentMethod, PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import { BillingCustomers } from '../../../src/modules/subscriptions/application/checkout/billing-customers.js';
import { ReconcileBilling } from '../../../src/modules/subscriptions/application/sync/reconcile-billing.js';
import { SyncSubscription } from '../../../src/modules/subscriptions/application/sync/sync-subscription.js';
import { InboxWorker } from '../../../src/modules/subscriptions/jobs/inbox-worker.js';
import { Reconciler } from '../../../src/modules/subscriptions/jobs/reconciler.js';
import { PaymentProviders } from '../../../src/modules/subscriptions/providers/payment-providers.js';
import type { StripeProvider } from '../../../src/modules/subscriptions/providers/stripe/stripe.provider.js';
import { oneRow, row, rows } from '../../../src/platform/database/rows.js';
import { useApp, type Answered, type SignedIn, type TestApp } from '../app.js';
import { closeImage, creditLedger, submitImages } from '../credits/credits.js';
import { expectInvariants } from '../credits/invariants.js';
import { useSandbox, type TestSandbox } from '../sandbox.js';

const DAY_SECONDS = 86_400;

/** What time does must not look like what a test did. */
export async function stopBillingJobs({ app }: TestApp): Promise<void> {
  await app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.get(Reconciler, { strict: false }).onModuleDestroy();
}

interface Bought {
  person: SignedIn;
  paid: PaymentOutcome;
}

/** What tests of subscriptions do: buy at the sandbox, turn its clock, ask as a person. */
export class Billing {
  constructor(
    private readonly app: TestApp,
    private readonly sandbox: TestSandbox,
  ) {}

  private get<T>(type: new (...args: never[]) => T): T {
    return this.app.app.get(type, { strict: false });
  }

  private get provider() {
    return this.get(PaymentProviders).get('stripe');
  }

  stopJobs = (): Promise<void> => stopBillingJobs(this.app);

  preparePrices = (): Promise<string[]> => this.provider.preparePrices();
  reconcile = (): Promise<void> => this.get(ReconcileBilling).run(new AbortController().signal, 0);

  /** The sandbox's Stripe, past the application. */
  get stripe(): Stripe {
    const { STRIPE_SECRET_KEY: key = '', STRIPE_BASE_URL: url = '' } = this.sandbox.environment();
    const { hostname, port } = new URL(url);
    return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
  }

  ask<T>(person: SignedIn, method: string, path: string, body?: object): Promise<Answered<T>> {
    return this.app.request<T>(method, `/subscriptions${path}`, { token: person.token, ...(body && { body }) });
  }

  async data<T>(person: SignedIn, method: string, path: string, body?: object): Promise<T> {
    const answer = await this.ask<T>(person, method, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }

  my = (person: SignedIn) => this.data<Answer<'subscriptions.my'>>(person, 'GET', '/my');
  quota = async ({ token }: SignedIn) => (await this.app.get<Answer<'quota.show'>>('/quota', { token })).body.data;

  async planOf({ userId }: SignedIn): Promise<string | undefined> {
    return (await row<{ plan: string }>(this.app.dataSource, `select plan from users where id = $1`, [userId]))?.plan;
  }

  /** Kind and status of each payment, the oldest first. */
  async paymentStates({ userId }: SignedIn): Promise<string[]> {
    const found = await rows<{ state: string }>(
      this.app.dataSource,
      `select kind || ' ' || status as state from payments where user_id = $1 order by created_at`,
      [userId],
    );
    return found.map(({ state }) => state);
  }

  /** Somebody who has bought on the provider's page, new unless given. */
  async buy(planId = 'plan-pro', isAnnual = false, buyer?: SignedIn): Promise<Bought> {
    const person = buyer ?? (await this.app.signIn());
    const body = { plan_id: planId, is_annual: isAnnual, success_url: '/payment/success', cancel_url: '/pricing' };
    const { session_id } = await this.data<Answer<'subscriptions.checkoutSession'>>(
      person,
      'POST',
      '/checkout-session',
      body,
    );
    await this.sandbox.control(`stripe/checkout/${session_id}/pay`, {});
    const paid = await this.data<PaymentOutcome>(person, 'POST', '/confirm-payment-by-session', { session_id });
    if (paid.status !== 'success') throw new Error(`not paid: ${JSON.stringify(paid)}`);
    return { person, paid };
  }

  addCustomer = ({ userId }: SignedIn): Promise<string> => this.get(BillingCustomers).ensure(this.provider, userId);

  /** A card as a form of Stripe's makes one, before it is anybody's. */
  async newCard(number = '5555555555554444'): Promise<string> {
    const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
    return (await this.stripe.paymentMethods.create({ type: 'card', card })).id;
  }

  /** Saves a test card of Stripe; answers its id. */
  async saveCard(person: SignedIn, card = 'pm_card_visa'): Promise<string> {
    const body = { payment_method_id: card };
    return (await this.data<PaymentMethod>(person, 'POST', '/payment-methods', body)).id;
  }

  /** Lets the card that a subscription is paid by answer `outcome` from now on. */
  async spoilCard(outcome: string): Promise<void> {
    const { data } = await this.stripe.subscriptions.list();
    for (const { default_payment_method: card } of data)
      await this.sandbox.control('stripe/cards', { payment_method: card, outcome });
  }

  /** The card that the subscription is paid by is removed at the provider. */
  async detachCard(person: SignedIn): Promise<void> {
    const subscription = await this.stripe.subscriptions.retrieve(await this.subscriptionOf(person));
    const { default_payment_method: card } = subscription;
    if (typeof card !== 'string') throw new Error('there is no card');
    await this.stripe.paymentMethods.detach(card);
  }

  /** Somebody answers the page of the bank. */
  async answerBank(person: SignedIn, decision: 'confirm' | 'refuse'): Promise<void> {
    const { data: intents } = await this.stripe.paymentIntents.list({ limit: 20 });
    const intent = intents.find(({ status }) => status === 'requires_action');
    const { data: invoices } = await this.stripe.invoices.list({ limit: 1 });
    const [pages] = invoices[0]?.hosted_invoice_url?.split('/invoices/') ?? [];
    if (!intent || !pages) throw new Error('the bank asks nothing');
    const page = `${pages}/authenticate/${intent.id}`;
    await fetch(page, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' });
    await this.sync(person);
  }

  /** Spends 3.5 credits for each of so many images. */
  async spend({ userId }: SignedIn, count: number): Promise<void> {
    const ledger = creditLedger(this.app.dataSource);
    for (const imageId of (await submitImages(ledger, userId, { count })) ?? [])
      await closeImage(this.app.dataSource, ledger, { userId, imageId, delivered: true });
  }

  /** Another tab plans a change right after the next time that the subscription is looked at there. */
  async planMeanwhile(person: SignedIn): Promise<void> {
    const id = await this.subscriptionOf(person);
    const { subscriptions } = (this.provider as StripeProvider)['client'];
    const retrieve = subscriptions.retrieve.bind(subscriptions);
    jest.spyOn(subscriptions, 'retrieve').mockImplementationOnce(async () => {
      const seen = await retrieve(id);
      await this.stripe.subscriptionSchedules.create({ from_subscription: id });
      return seen;
    });
  }

  /** Ends the subscription at the provider, of which nothing is heard here. */
  async endUnheard(person: SignedIn): Promise<void> {
    await this.stripe.subscriptions.cancel(await this.subscriptionOf(person));
  }

  /** The provider's id of the newest subscription. */
  async subscriptionOf({ userId }: SignedIn): Promise<string> {
    const found = await row<{ id: string }>(
      this.app.dataSource,
      `select provider_subscription_id as id from subscriptions where user_id = $1 order by created_at desc limit 1`,
      [userId],
    );
    if (!found) throw new Error('no subscription');
    return found.id;
  }

  /** Reads the subscription at the provider, as a webhook would. */
  async sync(person: SignedIn): Promise<void> {
    await this.get(SyncSubscription).run('stripe', await this.subscriptionOf(person));
  }

  /** Two hours past the end of the period: the next one is charged, or was refused. */
  async passPeriod(person: SignedIn): Promise<void> {
    const end = Date.parse((await this.my(person))?.current_period_end ?? '');
    const { now } = await oneRow<{ now: Date }>(this.app.dataSource, `select billing_now() as now`);
    await this.advance({ seconds: Math.ceil((end - now.getTime()) / 1000) + 7200 });
  }

  /** Turns the clock of the sandbox and that of billing. */
  async advance({ days = 0, seconds = 0 }: { days?: number; seconds?: number }): Promise<void> {
    const all = days * DAY_SECONDS + seconds;
    await this.sandbox.control('clock/advance', { ms: all * 1000 });
    await rows(this.app.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [all]);
  }
}

export const billingOf = (app: TestApp, sandbox: TestSandbox): Billing => new Billing(app, sandbox);

/** An API that sells plans at the sandbox and gives no free credits. After each test time is as it was and credits add up. */
export function useBilling(): { sandbox: TestSandbox; app: TestApp; billing: Billing } {
  const sandbox = useSandbox();
  const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
  const billing = billingOf(app, sandbox);
  beforeAll(() => billing.stopJobs());
  beforeEach(() => billing.preparePrices());
  afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
  afterEach(() => expectInvariants(app.dataSource));
  return { sandbox, app, billing };
}
