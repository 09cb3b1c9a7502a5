import { ADDRESSES, CARD, free, ok, paypalSubscriber, PRO, silent, someCard, withCard } from './buyers.js';
import type { SignedIn } from '../support/app.js';
import type { Stage } from './stage.js';
import type { GroupProbes } from './table.js';

type Methods =
  | 'paymentMethods'
  | 'addPaymentMethod'
  | 'paymentMethodSession'
  | 'confirmPaymentMethodSession'
  | 'removePaymentMethod'
  | 'setDefaultPaymentMethod';

/** Somebody on the provider's page for a new card. */
async function cardPage(stage: Stage): Promise<{ by: SignedIn; session: { session_id: string } }> {
  const by = await free(stage);
  const { session_id } = await ok<{ session_id: string }>(stage, 'payment-methods/session', by, ADDRESSES);
  return { by, session: { session_id } };
}

export const paymentMethodProbes: Pick<GroupProbes<'subscriptions'>, Methods> = {
  paymentMethods: {
    success: async (stage) => ({ by: (await withCard(stage)).by }),
    refusals: {
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({ by: await paypalSubscriber(stage) }),
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: (await someCard(stage)).by }),
    },
  },
  addPaymentMethod: {
    success: async (stage) => ({ by: (await withCard(stage)).by, body: { payment_method_id: CARD } }),
    refusals: {
      NOT_FOUND: async (stage) => {
        const { cardId } = await someCard(stage);
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
        silent(stage, { by: (await someCard(stage)).by, body: { payment_method_id: CARD } }),
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
      PAYMENT_UNAVAILABLE: async (stage) => silent(stage, { by: (await someCard(stage)).by, body: ADDRESSES }),
    },
  },
  confirmPaymentMethodSession: {
    success: async (stage) => {
      const { by, session } = await cardPage(stage);
      await stage.sandbox.control(`stripe/checkout/${session.session_id}/pay`, {});
      return { by, body: session };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { session } = await cardPage(stage);
        return { by: await free(stage), body: session };
      },
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({
        by: await paypalSubscriber(stage),
        body: { session_id: 'cs_1' },
      }),
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, session } = await cardPage(stage);
        return silent(stage, { by, body: session });
      },
    },
  },
  removePaymentMethod: {
    success: async (stage) => {
      const { by, cardId } = await withCard(stage);
      return { by, params: { payment_method_id: cardId } };
    },
    refusals: {
      NOT_FOUND: async (stage) => {
        const { cardId } = await someCard(stage);
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
        const { by, cardId } = await someCard(stage);
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
        const { cardId } = await someCard(stage);
        return { by: (await withCard(stage)).by, params: { payment_method_id: cardId } };
      },
      NOT_SUPPORTED_BY_PROVIDER: async (stage) => ({
        by: await paypalSubscriber(stage),
        params: { payment_method_id: 'pm_x' },
      }),
      PAYMENT_UNAVAILABLE: async (stage) => {
        const { by, cardId } = await someCard(stage);
        return silent(stage, { by, params: { payment_method_id: cardId } });
      },
    },
  },
};
