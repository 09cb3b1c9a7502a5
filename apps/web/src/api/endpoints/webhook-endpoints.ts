import { routes, type Answer, type Body } from '@app/contracts';
import { baseApi } from '../client/base-api';

const { webhookEndpoints } = routes;

const webhookEndpointsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    webhookEndpoints: build.query<Answer<'webhookEndpoints.list'>, void>({
      query: () => ({ route: webhookEndpoints.list }),
      providesTags: ['WebhookEndpoint'],
    }),
    createWebhookEndpoint: build.mutation<Answer<'webhookEndpoints.create'>, Body<'webhookEndpoints.create'>>({
      query: (body) => ({ route: webhookEndpoints.create, body }),
      invalidatesTags: ['WebhookEndpoint'],
      extraOptions: { report: 'inline' },
    }),
    switchWebhookEndpoint: build.mutation<Answer<'webhookEndpoints.update'>, { id: string; enabled: boolean }>({
      query: ({ id, enabled }) => ({ route: webhookEndpoints.update, params: { id }, body: { enabled } }),
      invalidatesTags: ['WebhookEndpoint'],
    }),
    deleteWebhookEndpoint: build.mutation<Answer<'webhookEndpoints.delete'>, string>({
      query: (id) => ({ route: webhookEndpoints.delete, params: { id } }),
      invalidatesTags: ['WebhookEndpoint'],
      extraOptions: { report: 'inline' },
    }),
    rotateWebhookSecret: build.mutation<Answer<'webhookEndpoints.rotateSecret'>, string>({
      query: (id) => ({ route: webhookEndpoints.rotateSecret, params: { id } }),
      invalidatesTags: ['WebhookEndpoint'],
      extraOptions: { report: 'inline' },
    }),
    testWebhookEndpoint: build.mutation<Answer<'webhookEndpoints.test'>, string>({
      query: (id) => ({ route: webhookEndpoints.test, params: { id } }),
      invalidatesTags: (_, __, id) => [{ type: 'WebhookDelivery', id }],
    }),
    webhookDeliveries: build.query<Answer<'webhookEndpoints.deliveries'>, { id: string; page: number }>({
      query: ({ id, page }) => ({ route: webhookEndpoints.deliveries, params: { id }, query: { page } }),
      providesTags: (_, __, { id }) => [{ type: 'WebhookDelivery', id }],
    }),
    replayWebhookDelivery: build.mutation<Answer<'webhookEndpoints.replay'>, { id: string; delivery_id: string }>({
      query: (params) => ({ route: webhookEndpoints.replay, params: { ...params } }),
      invalidatesTags: (_, __, { id }) => [{ type: 'WebhookDelivery', id }],
    }),
  }),
});

export const {
  useWebhookEndpointsQuery,
  useCreateWebhookEndpointMutation,
  useSwitchWebhookEndpointMutation,
  useDeleteWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookEndpointMutation,
  useWebhookDeliveriesQuery,
  useReplayWebhookDeliveryMutation,
} = webhookEndpointsApi;
