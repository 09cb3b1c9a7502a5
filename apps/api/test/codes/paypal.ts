import type { Answer } from '@app/contracts';
import type { SignedIn } from '../support/app.js';
import { ADDRESSES, free, ok, paypalSubscriber, PRO, silent } from './buyers.js';
import type { Stage } from './stage.js';
import type { GroupProbes, Refused } from './table.js';

type Calls =
  | 'paypalCheckoutSession'
  | 'paypalConfirmPayment'
  | 'paypalConfirmPaymentBySession'
  | 'paypalSetPaymentStatus';

/** A checkout writes its payment before PayPal is asked, so that a repeated call goes on with it. */
const BEGUN = ['payments', 'checkout_sessions', 'credit_accounts'];

type Checkout = Answer<'subscriptions.paypalCheckoutSession'>;

/** A checkout that waits for its payment. */
async function begun(stage: Stage): Promise<Checkout & { by: SignedIn }> {
  const by = await free(stage);
  return { by, ...(await ok<Checkout>(stage, 'paypal/checkout-session', by, { ...PRO, ...ADDRESSES })) };
}
const away = <R extends Refused>(stage: Stage, refused: R): Promise<R> => silent(stage, refused, 'paypal');

export const paypalProbes: Pick<GroupProbes<'subscriptions'>, Calls> = {
  paypalCheckoutSession: {
    success: async (stage) => ({ by: await free(stage), body: { ...PRO, ...ADDRESSES } }),
    refusals: {
      URL_NOT_ALLOWED: async (stage) => ({
        by: await free(stage),
        body: { ...PRO, ...ADDRESSES, cancel_url: 'https://evil.example' },
      }),
      ALREADY_SUBSCRIBED: async (stage) => ({ by: await paypalSubscriber(stage), body: { ...PRO, ...ADDRESSES } }),
      PAYMENT_UNAVAILABLE: async (stage) =>
        away(stage, { by: await free(stage), body: { ...PRO, ...ADDRESSES }, spends: [...BEGUN, 'billing_customers'] }),
    },
  },
  paypalConfirmPayment: {
    success: async (stage) => {
      const { by, payment_id } = await begun(stage);
      return { by, body: { payment_id } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { payment_id } = await begun(stage);
        return { by: await free(stage), body: { payment_id } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, payment_id } = await begun(stage);
        return away(stage, { by, body: { payment_id } });
      },
    },
  },
  paypalConfirmPaymentBySession: {
    success: async (stage) => {
      const { by, session_id } = await begun(stage);
      return { by, body: { session_id } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { session_id } = await begun(stage);
        return { by: await free(stage), body: { session_id } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, session_id } = await begun(stage);
        return away(stage, { by, body: { session_id } });
      },
    },
  },
  paypalSetPaymentStatus: {
    success: async (stage) => {
      const { by, payment_id: id } = await begun(stage);
      return { by, params: { id }, body: { status: 'cancelled' } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { payment_id: id } = await begun(stage);
        return { by: await free(stage), params: { id }, body: { status: 'cancelled' } };
      },
      PAYMENT_STATUS_REFUSED: async (stage) => {
        const { by, payment_id: id } = await begun(stage);
        return { by, params: { id }, body: { status: 'success' } };
      },
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, payment_id: id } = await begun(stage);
        return away(stage, { by, params: { id }, body: { status: 'cancelled' } });
      },
    },
  },
};

/** A webhook as PayPal would send it. */
async function sealed(stage: Stage): Promise<{ body: Record<string, unknown>; headers: Record<string, string> }> {
  await begun(stage);
  const [event] = await stage.sandbox.control<{ id: string }[]>('paypal/events');
  const seal = await stage.sandbox.control<{ body: string; headers: Record<string, string> }>(
    `paypal/events/${event?.id}/seal`,
    {},
  );
  return { headers: seal.headers, body: JSON.parse(seal.body) as Record<string, unknown> };
}

export const paypalWebhookProbe: GroupProbes<'service'>['paypalWebhook'] = {
  success: sealed,
  refusals: {
    WEBHOOK_SIGNATURE_INVALID: async (stage) => {
      const { body, headers } = await sealed(stage);
      return { body: { ...body, id: 'WH-FORGED' }, headers };
    },
    PAYMENT_UNAVAILABLE: async (stage) => away(stage, await sealed(stage)),
  },
};
