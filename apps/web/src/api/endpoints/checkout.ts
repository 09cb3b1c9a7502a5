import {
  subscriptionRoutes,
  type CallAnswer,
  type ChangePreview,
  type PaidPlanId,
  type PaymentProviderId,
  type PricedPlan,
  type Subscription,
  type subscriptionCalls,
} from '@app/contracts';
import { baseApi } from '../client/base-api';

export interface PlanChoice {
  plan_id: PaidPlanId;
  is_annual: boolean;
}

interface Checkout extends PlanChoice {
  provider: PaymentProviderId;
  success_url: string;
  cancel_url: string;
}

interface Change extends PlanChoice {
  proration_date?: number | undefined;
  success_url: string;
  cancel_url: string;
}

const checkoutRoutes = {
  stripe: subscriptionRoutes.checkoutSession,
  paypal: subscriptionRoutes.paypalCheckoutSession,
} as const;

/** What the pricing page needs; everything about a plan that somebody has is in `billing.ts`. */
export const checkoutApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pricedPlans: build.query<PricedPlan[], void>({
      query: () => ({ route: subscriptionRoutes.plans }),
      providesTags: ['Plans'],
      keepUnusedDataFor: 600,
    }),
    mySubscription: build.query<Subscription | null, void>({
      query: () => ({ route: subscriptionRoutes.my }),
      providesTags: ['Subscription'],
    }),
    // Amounts change with every second of a period: they are never taken from the cache.
    changePreview: build.query<ChangePreview, PlanChoice>({
      query: ({ plan_id, is_annual }) => ({
        route: subscriptionRoutes.preview,
        params: { plan_id },
        query: { is_annual },
      }),
      keepUnusedDataFor: 0,
    }),
    startCheckout: build.mutation<CallAnswer<typeof subscriptionCalls.checkoutSession>, Checkout>({
      query: ({ provider, ...body }) => ({ route: checkoutRoutes[provider], body }),
      extraOptions: { report: 'inline' },
    }),
    changeSubscription: build.mutation<CallAnswer<typeof subscriptionCalls.change>, Change>({
      query: (body) => ({ route: subscriptionRoutes.change, body }),
      // Also after a failure: the answer may have been lost on its way, the change not.
      invalidatesTags: ['Subscription', 'Quota'],
      extraOptions: { report: 'inline' },
    }),
  }),
});

export const {
  usePricedPlansQuery,
  useMySubscriptionQuery,
  useChangePreviewQuery,
  useLazyChangePreviewQuery,
  useStartCheckoutMutation,
  useChangeSubscriptionMutation,
} = checkoutApi;
