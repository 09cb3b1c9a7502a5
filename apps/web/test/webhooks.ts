import type { WebhookDelivery, WebhookEndpoint } from '@app/contracts';

export const ENDPOINT: WebhookEndpoint = {
  id: 'endpoint-1',
  url: 'https://example.com/hooks',
  events: ['batch.completed', 'credits.low'],
  enabled: true,
  disabled_at: null,
  failing_since: null,
  created_at: '2026-11-01T08:00:00.000Z',
};
export const DELIVERY: WebhookDelivery = {
  id: 'delivery-1',
  event_id: 'msg_1',
  event: 'batch.completed',
  status: 'pending',
  attempts: 0,
  last_status: null,
  last_failure: null,
  last_attempt_at: null,
  next_attempt_at: null,
  created_at: '2026-11-01T08:00:00.000Z',
};
