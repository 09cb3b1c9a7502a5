import type { Answer } from '@app/contracts';
import { createHmac, randomUUID } from 'node:crypto';
import type { SignedIn } from '../support/app.js';
import type { Stage } from './stage.js';
import type { GroupProbes, Refused } from './table.js';

const ADDRESSES = { success_url: '/payment/success', cancel_url: '/pricing' };
const PRO = { plan_id: 'plan-pro', is_annual: false };
const CARD = 'pm_card_visa';

const free = ({ person }: Stage): Promise<SignedIn> => person({ plan: 'free' });

async function ok<T>({ api }: Stage, path: string, by: SignedIn, body: object): Promise<T> {
  const answer = await api.post<T>(`/subscriptions${path && `/${path}`}`, { token: by.token, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** A checkout that waits for its payment. */
const checkout = (stage: Stage, by: SignedIn): Promise<Answer<'subscriptions.checkoutSession'>> =>
  ok(stage, 'checkout-session', by, { ...PRO, ...ADDRESSES });

/** Somebody who has bought the plan. */
async function subscriber(stage: Stage): Promise<{ by: SignedIn; paid: Answer<'subscriptions.confirmPayment'> }> {
  const by = await free(stage);
  const { session_id } = await checkout(stage, by);
  await stage.sandbox.control(`stripe/checkout/${session_id}/pay`, {});
  const paid = await ok<Answer<'subscriptions.confirmPayment'>>(stage, 'confirm-payment-by-session', by, {
    session_id,
  });
  return { by, paid };
}

async function withCard(stage: Stage): Promise<{ by: SignedIn; cardId: string }> {
  const by = await free(stage);
  const { id } = await ok<Answer<'subscriptions.addPaymentMethod'>>(stage, 'payment-methods', by, {
    payment_method_id: CARD,
  });
  return { by, cardId: id };
}

async function canceller(stage: Stage): Promise<SignedIn> {
  const { by } = await subscriber(stage);
  await ok(stage, 'cancel', by, {});
  return by;
}

/** Somebody whose subscription is of the other provider, which has no saved cards. */
async function paypalSubscriber(stage: Stage): Promise<SignedIn> {
  const by = await stage.person({ plan: 'pro' });
  await stage.sql(
    `insert into subscriptions (user_id, provider, provider_subscription_id, plan, is_annual, status, anchored_at,
                                period_start, period_end, read_number)
     values ($1, 'paypal', $2, 'pro', false, 'active', now(), now(), now() + interval '1 month', 1)`,
    [by.userId, randomUUID()],
  );
  return by;
}

/** The provider does not answer. */
async function silent<R extends Refused>(stage: Stage, refused: R): Promise<R> {
  await stage.sandbox.control('chaos', { provider: 'stripe', mode: 'down' });
  return refused;
}

const signedWebhook = (stage: Stage, body: object): Record<string, string> => {
  const time = Math.floor(Date.now() / 1000);
  const secret = stage.sandbox.environment().STRIPE_WEBHOOK_SECRET ?? '';
  const signature = createHmac('sha256', secret)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex');
  return { 'stripe-signature': `t=${time},v1=${signature}` };
};

const unknownId = { id: randomUUID() };
/** A refund takes the credits before the provider is asked, and is finished later. A checkout writes its payment before the provider is asked, so that a repeated call goes on with it. */
const CLAIMED = ['payments', 'credit_accounts', 'credit_grants', 'ledger_entries'];
const BEGUN = ['payments', 'checkout_sessions', 'credit_accounts'];

export const subscriptionProbes: GroupProbes<'subscriptions'> = {
  plans: { success: () => ({}) },
  my: { success: async (stage) => ({ by: (await subscriber(stage)).by }) },
  history: { success: async (stage) => ({ by: (await subscriber(stage)).by, query: { limit: '5' } }) },
  usage: { success: async (stage) => ({ by: (await subscriber(stage)).by }) },
  payments: { success: async (stage) => ({ by: (await subscriber(stage)).by, query: { limit: '5' } }) },
  invoices: { success: async (stage) => ({ by: (await subscriber(stage)).by, query: { limit: '5' } }) },
  create: {
    success: async (stage) => {
      const { by, cardId } = await withCard(stage);
      return { by, body: { ...PRO, payment_method: cardId } };
    },
    refusals: {
      ALREADY_SUBSCRIBED: async (stage) => ({
        by: (await subscriber(stage)).by,
        body: { ...PRO, payment_method: CARD },
      }),
      NOT_FOUND: async (stage) => {
        const { cardId } = await withCard(stage);
        return { by: await free(stage), body: { ...PRO, payment_method: cardId } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, cardId } = await withCard(stage);
        return silent(stage, { by, body: { ...PRO, payment_method: cardId } });
      },
    },
  },
  change: {
    success: async (stage) => ({ by: (await subscriber(stage)).by, body: { plan_id: 'plan-enterprise' } }),
    refusals: {
      NOT_SUBSCRIBED: async (stage) => ({ by: await free(stage), body: PRO }),
      ALREADY_ON_PLAN: async (stage) => ({ by: (await subscriber(stage)).by, body: PRO }),
      SUBSCRIPTION_NOT_CHANGEABLE: async (stage) => {
        const { by } = await subscriber(stage);
        await ok(stage, 'cancel', by, {});
        return { by, body: { plan_id: 'plan-enterprise' } };
      },
      PAYMENT_UNAVAILABLE: async (stage) =>
        silent(stage, { by: (await subscriber(stage)).by, body: { plan_id: 'plan-enterprise' } }),
    },
  },
  cancel: {
    success: async (stage) => ({ by: (await subscriber(stage)).by, body: { reason: 'too_expensive' } }),
    refusals: {
      NOT_SUBSCRIBED: async (stage) => ({ by: await free(stage), body: {} }),
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: (await subscriber(stage)).by, body: {} }),
    },
  },
  resume: {
    success: async (stage) => ({ by: await canceller(stage) }),
    refusals: {
      NOT_SUBSCRIBED: async (stage) => ({ by: await free(stage) }),
      SUBSCRIPTION_NOT_CANCELLED: async (stage) => ({ by: (await subscriber(stage)).by }),
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
        const { paid } = await subscriber(stage);
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
      ALREADY_ON_PLAN: async (stage) => ({ by: (await subscriber(stage)).by, params: { plan_id: 'plan-pro' } }),
      SUBSCRIPTION_NOT_CHANGEABLE: async (stage) => {
        const { by } = await subscriber(stage);
        await stage.sql(`update subscriptions set cancel_at_period_end = true where user_id = $1`, [by.userId]);
        return { by, params: { plan_id: 'plan-enterprise' } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by } = await subscriber(stage);
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
      ALREADY_SUBSCRIBED: async (stage) => ({ by: (await subscriber(stage)).by, body: { ...PRO, ...ADDRESSES } }),
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
        const { paid } = await subscriber(stage);
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
  paymentMethods: {
    success: async (stage) => ({ by: (await withCard(stage)).by }),
    refusals: {
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({ by: await paypalSubscriber(stage) }),
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: (await withCard(stage)).by }),
    },
  },
  addPaymentMethod: {
    success: async (stage) => ({ by: (await withCard(stage)).by, body: { payment_method_id: CARD } }),
    refusals: {
      NOT_FOUND: async (stage) => {
        const { cardId } = await withCard(stage);
        return { by: (await withCard(stage)).by, body: { payment_method_id: cardId } };
      },
      PAYMENT_METHOD_REFUSED: async (stage) => ({
        by: (await withCard(stage)).by,
        body: { payment_method_id: 'pm_card_chargeDeclined' },
      }),
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({
        by: await paypalSubscriber(stage),
        body: { payment_method_id: CARD },
      }),
      PAYMENT_UNAVAILABLE: async (stage) =>
        silent(stage, { by: (await withCard(stage)).by, body: { payment_method_id: CARD } }),
    },
  },
  paymentMethodSession: {
    success: async (stage) => ({ by: (await withCard(stage)).by, body: ADDRESSES }),
    refusals: {
      URL_NOT_ALLOWED: async (stage) => ({
        by: await free(stage),
        body: { ...ADDRESSES, success_url: '//evil.example' },
      }),
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({ by: await paypalSubscriber(stage), body: ADDRESSES }),
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: (await withCard(stage)).by, body: ADDRESSES }),
    },
  },
  removePaymentMethod: {
    success: async (stage) => {
      const { by, cardId } = await withCard(stage);
      return { by, params: { payment_method_id: cardId } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { cardId } = await withCard(stage);
        return { by: (await withCard(stage)).by, params: { payment_method_id: cardId } };
      },
      PAYMENT_METHOD_IN_USE: async (stage) => {
        const { by, cardId } = await withCard(stage);
        await ok(stage, '', by, { ...PRO, payment_method: cardId });
        return { by, params: { payment_method_id: cardId } };
      },
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({
        by: await paypalSubscriber(stage),
        params: { payment_method_id: 'pm_x' },
      }),
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, cardId } = await withCard(stage);
        return silent(stage, { by, params: { payment_method_id: cardId } });
      },
    },
  },
  setDefaultPaymentMethod: {
    success: async (stage) => {
      const { by, cardId } = await withCard(stage);
      return { by, params: { payment_method_id: cardId } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { cardId } = await withCard(stage);
        return { by: (await withCard(stage)).by, params: { payment_method_id: cardId } };
      },
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({
        by: await paypalSubscriber(stage),
        params: { payment_method_id: 'pm_x' },
      }),
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, cardId } = await withCard(stage);
        return silent(stage, { by, params: { payment_method_id: cardId } });
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
        const { by } = await subscriber(stage);
        return silent(stage, { by, params: await invoiceOf(stage, by) });
      },
    },
  },
};

async function invoiceOf({ sql }: Stage, { userId }: SignedIn): Promise<{ id: string }> {
  const [invoice] = (await sql(`select id from billing_invoices where user_id = $1`, [userId])) as { id: string }[];
  return { id: invoice?.id ?? '' };
}

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.created',
  livemode: false,
  created: 1,
  data: { object: { id: 'cus_1', object: 'customer' } },
};

export const stripeWebhookProbe: GroupProbes<'service'>['stripeWebhook'] = {
  success: (stage) => {
    const body = { ...EVENT, id: `evt_${randomUUID()}` };
    return { body, headers: signedWebhook(stage, body) };
  },
  refusals: {
    WEBHOOK_SIGNATURE_INVALID: () => ({ body: EVENT, headers: { 'stripe-signature': 't=1,v1=00' } }),
  },
};
