import {
  subscriptionRoutes,
  type BillingDetails,
  type CallAnswer,
  type Invoice,
  type Paged,
  type Payment,
  type PaymentOutcome,
  type PaymentProviderId,
  type Subscription,
  type SubscriptionEvent,
  type subscriptionCalls,
} from '@app/contracts';
import { baseApi } from '../client/base-api';

interface PageOf {
  page: number;
  limit: number;
}

const inline = { report: 'inline' } as const;

/** Also after a failure: the answer may have been lost on its way, the effect not. */
const ALL = ['Subscription', 'Quota'] as const;

/** By the session or the payment that the provider's page returned with. */
export type ReturnedPayment = { provider: PaymentProviderId } & ({ sessionId: string } | { paymentId: string });

const families = {
  stripe: {
    bySession: subscriptionRoutes.confirmPaymentBySession,
    byPayment: subscriptionRoutes.confirmPayment,
    setStatus: subscriptionRoutes.setPaymentStatus,
    paymentField: 'payment_intent_id',
  },
  paypal: {
    bySession: subscriptionRoutes.paypalConfirmPaymentBySession,
    byPayment: subscriptionRoutes.paypalConfirmPayment,
    setStatus: subscriptionRoutes.paypalSetPaymentStatus,
    paymentField: 'payment_id',
  },
} as const;

export const billingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    confirmPayment: build.mutation<PaymentOutcome, ReturnedPayment>({
      query: (returned) => {
        const { bySession, byPayment, paymentField } = families[returned.provider];
        return 'sessionId' in returned
          ? { route: bySession, body: { session_id: returned.sessionId } }
          : { route: byPayment, body: { [paymentField]: returned.paymentId } };
      },
      invalidatesTags: (outcome) => (outcome?.status === 'success' ? [...ALL] : []),
      extraOptions: inline,
    }),
    /** The provider's page was left: it is closed first, then the answer says what became of the payment. */
    cancelPayment: build.mutation<PaymentOutcome, { provider: PaymentProviderId; paymentId: string }>({
      query: ({ provider, paymentId }) => ({
        route: families[provider].setStatus,
        params: { id: paymentId },
        body: { status: 'cancelled' },
      }),
      invalidatesTags: ['Subscription'],
      extraOptions: inline,
    }),
    cancelSubscription: build.mutation<Subscription | null, { reason?: string | undefined }>({
      query: (body) => ({ route: subscriptionRoutes.cancel, body }),
      invalidatesTags: [...ALL],
      extraOptions: inline,
    }),
    resumeSubscription: build.mutation<Subscription, void>({
      query: () => ({ route: subscriptionRoutes.resume }),
      invalidatesTags: [...ALL],
      extraOptions: inline,
    }),
    refundPayment: build.mutation<Payment, { payment_id: string }>({
      query: (body) => ({ route: subscriptionRoutes.refund, body }),
      invalidatesTags: [...ALL],
      extraOptions: inline,
    }),
    usage: build.query<CallAnswer<typeof subscriptionCalls.usage>, void>({
      query: () => ({ route: subscriptionRoutes.usage }),
      providesTags: [...ALL],
    }),
    payments: build.query<Paged<Payment>, PageOf>({
      query: (query) => ({ route: subscriptionRoutes.payments, query: { ...query } }),
      // Whether one can be refunded depends on the credits that are used.
      providesTags: [...ALL],
    }),
    invoices: build.query<Paged<Invoice>, PageOf>({
      query: (query) => ({ route: subscriptionRoutes.invoices, query: { ...query } }),
      providesTags: ['Subscription'],
    }),
    subscriptionHistory: build.query<Paged<SubscriptionEvent>, PageOf>({
      query: (query) => ({ route: subscriptionRoutes.history, query: { ...query } }),
      providesTags: ['Subscription'],
    }),
  }),
});

const billingDetailsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    billingDetails: build.query<BillingDetails, void>({
      query: () => ({ route: subscriptionRoutes.billingDetails }),
    }),
    setBillingDetails: build.mutation<BillingDetails, BillingDetails>({
      query: (body) => ({ route: subscriptionRoutes.setBillingDetails, body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const result = await queryFulfilled.catch(() => null);
        if (result) dispatch(billingDetailsApi.util.updateQueryData('billingDetails', undefined, () => result.data));
      },
      extraOptions: inline,
    }),
  }),
});

export const {
  useConfirmPaymentMutation,
  useCancelPaymentMutation,
  useCancelSubscriptionMutation,
  useResumeSubscriptionMutation,
  useRefundPaymentMutation,
  useUsageQuery,
  usePaymentsQuery,
  useInvoicesQuery,
  useSubscriptionHistoryQuery,
} = billingApi;

export const { useBillingDetailsQuery, useSetBillingDetailsMutation } = billingDetailsApi;
