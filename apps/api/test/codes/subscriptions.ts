import { randomUUID } from 'node:crypto';
import { billingOf } from '../support/billing/billing.js';
import {
  ADDRESSES,
  canceller,
  CARD,
  cardlessSubscriber,
  checkout,
  free,
  invoiceOf,
  lostSubscriber,
  ok,
  paypalBuyer,
  paypalCanceller,
  PRO,
  silent,
  someCard,
  someLostSubscriber,
  someSubscriber,
  subscriber,
  withCard,
} from './buyers.js';
import { paymentMethodProbes } from './payment-methods.js';
import { paypalProbes } from './paypal.js';
import type { GroupProbes } from './table.js';

const unknownId = { id: randomUUID() };
/** A refund takes the credits before the provider is asked, and is finished later. A checkout writes its payment before the provider is asked, so that a repeated call goes on with it. */
const CLAIMED = ['payments', 'credit_accounts', 'credit_grants', 'ledger_entries'];
/** A subscription is read again after its provider has refused. */
const READ = ['subscriptions', 'billing_invoices'];
/** What the end of a subscription changes, which the provider alone knew of. */
const ENDED = ['users', 'subscription_events', 'credit_accounts', 'credit_grants', 'ledger_entries'];
const BEGUN = ['payments', 'checkout_sessions', 'credit_accounts'];

export const subscriptionProbes: GroupProbes<'subscriptions'> = {
  ...paymentMethodProbes,
  ...paypalProbes,
  plans: { success: () => ({}) },
  my: { success: async (stage) => ({ by: (await subscriber(stage)).by }) },
  history: { success: async (stage) => ({ by: (await subscriber(stage)).by, query: { limit: '5' } }) },
  usage: { success: async (stage) => ({ by: (await subscriber(stage)).by }) },
  payments: { success: async (stage) => ({ by: (await subscriber(stage)).by, query: { limit: '5' } }) },
  invoices: { success: async (stage) => ({ by: (await subscriber(stage)).by, query: { limit: '5' } }) },
  billingDetails: { success: async (stage) => ({ by: await free(stage) }) },
  setBillingDetails: {
    success: async (stage) => ({
      by: await free(stage),
      body: { company: 'Ada GmbH', tax_id: 'de 123456789', address: 'Hauptstr. 1\n10115 Berlin\nGermany' },
    }),
  },
  create: {
    success: async (stage) => {
      const { by, cardId } = await withCard(stage);
      return { by, body: { ...PRO, payment_method: cardId } };
    },
    refusals: {
      ALREADY_SUBSCRIBED: async (stage) => ({
        by: (await someSubscriber(stage)).by,
        body: { ...PRO, payment_method: CARD },
      }),
      NOT_FOUND: async (stage) => {
        const { cardId } = await someCard(stage);
        return { by: await free(stage), body: { ...PRO, payment_method: cardId } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, cardId } = await someCard(stage);
        return silent(stage, { by, body: { ...PRO, payment_method: cardId } });
      },
    },
  },
  change: {
    success: async (stage) => ({ by: (await subscriber(stage)).by, body: { plan_id: 'plan-enterprise' } }),
    refusals: {
      NOT_SUBSCRIBED: async (stage) => ({ by: await free(stage), body: PRO }),
      ALREADY_ON_PLAN: async (stage) => ({ by: (await someSubscriber(stage)).by, body: PRO }),
      SUBSCRIPTION_NOT_CHANGEABLE: async (stage) => {
        const { by } = await subscriber(stage);
        await ok(stage, 'cancel', by, {});
        return { by, body: { plan_id: 'plan-enterprise' } };
      },
      PREVIEW_OUTDATED: async (stage) => ({
        by: (await someSubscriber(stage)).by,
        body: { plan_id: 'plan-enterprise', proration_date: 1 },
      }),
      SUBSCRIPTION_UNKNOWN: async (stage) => ({
        by: await someLostSubscriber(stage),
        body: { plan_id: 'plan-enterprise' },
      }),
      PAYMENT_METHOD_REFUSED: async (stage) => ({
        by: await cardlessSubscriber(stage),
        body: { plan_id: 'plan-enterprise' },
        spends: ['payments', 'credit_accounts', ...READ],
      }),
      URL_NOT_ALLOWED: async (stage) => ({
        by: await free(stage),
        body: { ...PRO, success_url: 'https://evil.example' },
      }),
      PAYMENT_UNAVAILABLE: async (stage) =>
        silent(stage, { by: (await someSubscriber(stage)).by, body: { plan_id: 'plan-enterprise' } }),
    },
  },
  cancel: {
    success: async (stage) => ({ by: (await subscriber(stage)).by, body: { reason: 'too_expensive' } }),
    refusals: {
      NOT_SUBSCRIBED: async (stage) => ({ by: await free(stage), body: {} }),
      SUBSCRIPTION_NOT_CHANGEABLE: async (stage) => {
        const { by } = await subscriber(stage);
        await billingOf(stage.api, stage.sandbox).planMeanwhile(by);
        return { by, body: {}, spends: READ };
      },
      SUBSCRIPTION_UNKNOWN: async (stage) => ({ by: await someLostSubscriber(stage), body: {} }),
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: (await someSubscriber(stage)).by, body: {} }),
    },
  },
  resume: {
    success: async (stage) => ({ by: await canceller(stage) }),
    refusals: {
      NOT_SUBSCRIBED: async (stage) => ({ by: await free(stage) }),
      SUBSCRIPTION_NOT_CANCELLED: async (stage) => ({ by: (await someSubscriber(stage)).by }),
      SUBSCRIPTION_NOT_CHANGEABLE: async (stage) => {
        const by = await canceller(stage);
        await billingOf(stage.api, stage.sandbox).planMeanwhile(by);
        return { by, spends: READ };
      },
      SUBSCRIPTION_UNKNOWN: async (stage) => ({ by: await lostSubscriber(stage, { isCancelled: true }) }),
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({ by: await paypalCanceller(stage) }),
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: await canceller(stage) }),
    },
  },
  refund: {
    success: async (stage) => {
      const { by, paid } = await subscriber(stage);
      return { by, body: { payment_id: paid.payment_id, reason: 'changed my mind' } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { paid } = await someSubscriber(stage);
        return { by: await free(stage), body: { payment_id: paid.payment_id } };
      },
      CREDITS_USED: async (stage) => {
        const { by, paid } = await subscriber(stage);
        for (let i = 0; i < 2; i += 1) await stage.generated(by, { count: 4 });
        return { by, body: { payment_id: paid.payment_id } };
      },
      REFUND_NOT_POSSIBLE: async (stage) => {
        const { by, paid } = await subscriber(stage);
        await stage.sql(`update payments set paid_at = now() - interval '15 days' where user_id = $1`, [by.userId]);
        return { by, body: { payment_id: paid.payment_id } };
      },
      REFUND_DELAYED: async (stage) => {
        const { by, paid } = await paypalBuyer(stage);
        await stage.withoutMoney();
        return { by, body: { payment_id: paid.payment_id }, spends: [...CLAIMED, ...READ] };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, paid } = await subscriber(stage);
        return silent(stage, { by, body: { payment_id: paid.payment_id }, spends: CLAIMED });
      },
    },
  },
  preview: {
    success: async (stage) => ({
      by: await free(stage),
      params: { plan_id: 'plan-pro' },
      query: { is_annual: 'true' },
    }),
    refusals: {
      NOT_FOUND: async (stage) => ({ by: await free(stage), params: { plan_id: 'free' } }),
      NOT_SUBSCRIBED: async (stage) => {
        const { by } = await subscriber(stage);
        await billingOf(stage.api, stage.sandbox).endUnheard(by);
        return { by, params: { plan_id: 'plan-enterprise' }, spends: [...READ, ...ENDED] };
      },
      ALREADY_ON_PLAN: async (stage) => ({ by: (await someSubscriber(stage)).by, params: { plan_id: 'plan-pro' } }),
      SUBSCRIPTION_NOT_CHANGEABLE: async (stage) => {
        const { by } = await subscriber(stage);
        await stage.sql(`update subscriptions set cancel_at_period_end = true where user_id = $1`, [by.userId]);
        return { by, params: { plan_id: 'plan-enterprise' } };
      },
      SUBSCRIPTION_UNKNOWN: async (stage) => ({
        by: await someLostSubscriber(stage),
        params: { plan_id: 'plan-enterprise' },
      }),
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by } = await someSubscriber(stage);
        return silent(stage, { by, params: { plan_id: 'plan-enterprise' } });
      },
    },
  },
  checkoutSession: {
    success: async (stage) => ({ by: await free(stage), body: { ...PRO, ...ADDRESSES } }),
    refusals: {
      URL_NOT_ALLOWED: async (stage) => ({
        by: await free(stage),
        body: { ...PRO, ...ADDRESSES, cancel_url: 'https://evil.example' },
      }),
      ALREADY_SUBSCRIBED: async (stage) => ({ by: (await someSubscriber(stage)).by, body: { ...PRO, ...ADDRESSES } }),
      PAYMENT_UNAVAILABLE: async (stage) =>
        silent(stage, { by: await free(stage), body: { ...PRO, ...ADDRESSES }, spends: BEGUN }),
    },
  },
  confirmPayment: {
    success: async (stage) => {
      const by = await free(stage);
      const { payment_id } = await checkout(stage, by);
      return { by, body: { payment_intent_id: payment_id } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { paid } = await someSubscriber(stage);
        return { by: await free(stage), body: { payment_intent_id: paid.payment_id } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const by = await free(stage);
        const { payment_id } = await checkout(stage, by);
        return silent(stage, { by, body: { payment_intent_id: payment_id } });
      },
    },
  },
  confirmPaymentBySession: {
    success: async (stage) => {
      const by = await free(stage);
      return { by, body: { session_id: (await checkout(stage, by)).session_id } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { session_id } = await checkout(stage, await free(stage));
        return { by: await free(stage), body: { session_id } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const by = await free(stage);
        const { session_id } = await checkout(stage, by);
        return silent(stage, { by, body: { session_id } });
      },
    },
  },
  setPaymentStatus: {
    success: async (stage) => {
      const by = await free(stage);
      return { by, params: { id: (await checkout(stage, by)).payment_id }, body: { status: 'cancelled' } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { payment_id } = await checkout(stage, await free(stage));
        return { by: await free(stage), params: { id: payment_id }, body: { status: 'cancelled' } };
      },
      PAYMENT_STATUS_REFUSED: async (stage) => {
        const by = await free(stage);
        return { by, params: { id: (await checkout(stage, by)).payment_id }, body: { status: 'success' } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const by = await free(stage);
        const { payment_id } = await checkout(stage, by);
        return silent(stage, { by, params: { id: payment_id }, body: { status: 'cancelled' } });
      },
    },
  },
  downloadInvoice: {
    success: async (stage) => {
      const { by } = await subscriber(stage);
      return { by, params: await invoiceOf(stage, by) };
    },
    refusals: {
      NOT_FOUND: async (stage) => ({ by: await free(stage), params: unknownId }),
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by } = await someSubscriber(stage);
        return silent(stage, { by, params: await invoiceOf(stage, by) });
      },
    },
  },
};
