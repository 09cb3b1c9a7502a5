import { subscriptionRoutes, type PaymentMethod } from '@app/contracts';
import { baseApi } from '../client/base-api';

interface ReturnAddresses {
  success_url: string;
  cancel_url: string;
}

const inline = { report: 'inline' } as const;

export const methodsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    paymentMethods: build.query<PaymentMethod[], void>({
      query: () => ({ route: subscriptionRoutes.paymentMethods }),
      providesTags: ['Subscription'],
    }),
    startCardSession: build.mutation<{ session_id: string; url: string }, ReturnAddresses>({
      query: (body) => ({ route: subscriptionRoutes.paymentMethodSession, body }),
      extraOptions: inline,
    }),
    /** By the session that the provider's page returned with; null while that page is not finished. */
    confirmCard: build.mutation<PaymentMethod | null, string>({
      query: (session_id) => ({ route: subscriptionRoutes.confirmPaymentMethodSession, body: { session_id } }),
      invalidatesTags: (card) => (card ? ['Subscription', 'Quota'] : []),
      extraOptions: inline,
    }),
    setDefaultMethod: build.mutation<PaymentMethod, string>({
      query: (payment_method_id) => ({
        route: subscriptionRoutes.setDefaultPaymentMethod,
        params: { payment_method_id },
      }),
      invalidatesTags: ['Subscription'],
      extraOptions: inline,
    }),
    removeMethod: build.mutation<null, string>({
      query: (payment_method_id) => ({
        route: subscriptionRoutes.removePaymentMethod,
        params: { payment_method_id },
      }),
      invalidatesTags: ['Subscription'],
      extraOptions: inline,
    }),
  }),
});

export const {
  usePaymentMethodsQuery,
  useStartCardSessionMutation,
  useConfirmCardMutation,
  useSetDefaultMethodMutation,
  useRemoveMethodMutation,
} = methodsApi;
