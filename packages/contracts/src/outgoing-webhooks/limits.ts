export const WEBHOOK_EVENTS = ['generation.completed', 'generation.failed', 'batch.completed', 'credits.low'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
export const WEBHOOK_ENDPOINTS_MAX = 5;
export const WEBHOOK_URL_MAX = 2_000;
export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
/**
 * Why an attempt got no answer. `address`: the name has none, or none that is public. `secret`: nothing was sent, because
 * the signing secret can no longer be read and has to be rotated.
 */
export const WEBHOOK_FAILURES = ['certificate', 'timeout', 'address', 'connection', 'secret'] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];
/** After the first attempt. */
export const WEBHOOK_RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400] as const;
export const WEBHOOK_DELIVERIES_PAGE_SIZE = 20;
/** After a rotation, deliveries are signed with the previous secret too for so long. */
export const WEBHOOK_SECRET_OVERLAP_HOURS = 24;
/** An endpoint that failed for so long is disabled. */
export const WEBHOOK_FAILING_DAYS = 5;
/** Events and their deliveries are kept for so long. */
export const WEBHOOK_LOG_DAYS = 30;
