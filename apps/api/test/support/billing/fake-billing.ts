import { afterEach, beforeAll, beforeEach } from '@jest/globals';
import { SyncSubscription } from '../../../src/modules/subscriptions/application/sync/sync-subscription.js';
import { rows } from '../../../src/platform/database/rows.js';
import { useApp, type SignedIn, type TestApp } from '../app.js';
import { stopBillingJobs } from './billing.js';
import { FakePayments } from './fake-payments.js';
import { expectInvariants } from '../credits/invariants.js';

export interface FakeBilling {
  app: TestApp;
  /** The Stripe of this test. */
  payments: FakePayments;
  sync: (subscriptionId: string) => Promise<unknown>;
  /** A user with a customer at the fake Stripe. */
  buyer: () => Promise<{ person: SignedIn; customer: { userId: string; customerId: string } }>;
  /** Turns the clock of billing. */
  turnTo: (date: Date, moreSeconds?: number) => Promise<unknown>;
}

/** An application with a fake Stripe for each test, in which nothing of billing runs by itself. */
export function useFakeBilling(): FakeBilling {
  const app = useApp({ env: { FREE_ALLOWANCE: 'none' }, pool: 10 });
  let payments = new FakePayments();
  beforeAll(() => stopBillingJobs(app));
  beforeEach(() => {
    payments = new FakePayments();
    payments.install(app.app);
  });
  afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
  afterEach(() => expectInvariants(app.dataSource));
  return {
    app,
    get payments() {
      return payments;
    },
    sync: (id) => app.app.get(SyncSubscription, { strict: false }).run('stripe', id),
    buyer: async () => {
      const person = await app.signIn();
      const { userId } = person;
      const customerId = `cus_${userId}`;
      const known = `insert into billing_customers (provider, user_id, provider_customer_id) values ('stripe', $1, $2)`;
      await rows(app.dataSource, known, [userId, customerId]);
      return { person, customer: { userId, customerId } };
    },
    turnTo: (date, moreSeconds = 0) =>
      rows(app.dataSource, `update billing_clock set shift_seconds = $1`, [
        Math.round((date.getTime() - Date.now()) / 1000 + moreSeconds),
      ]),
  };
}
