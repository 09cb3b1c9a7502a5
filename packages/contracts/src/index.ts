export * from './product.js';
export * from './core/locales.js';
export * from './core/error-codes.js';
export * from './core/envelope.js';
export * from './core/page-limits.js';
export * from './core/paging.js';
export * from './core/text.js';
export * from './core/route.js';
export * from './core/call.js';
export * from './routes.js';
export * from './calls.js';
export * from './auth/providers.js';
export * from './auth/schemas.js';
export * from './users/preferences.js';
export * from './users/schemas.js';
export * from './quota/plans.js';
export * from './quota/credits.js';
export * from './quota/statement.js';
export * from './quota/statement-schemas.js';
export * from './quota/schemas.js';
export * from './daily-bonus/schemas.js';
export * from './images/options.js';
export * from './images/generation-error-codes.js';
export * from './images/engines.js';
export * from './images/models.js';
export * from './images/limits.js';
export * from './images/status.js';
export * from './images/generate-refusals.js';
export { LIST_FILTERS, type ListFilter } from './images/list-queries.js';
export * from './images/schemas.js';
export * from './images/events.js';
export * from './images/calls.js';
export * from './batches/limits.js';
export * from './batches/schemas.js';
export * from './batches/calls.js';
export * from './api-keys/scopes.js';
export * from './api-keys/limits.js';
export * from './api-keys/schemas.js';
export * from './api-keys/calls.js';
export * from './outgoing-webhooks/limits.js';
export * from './outgoing-webhooks/schemas.js';
export * from './outgoing-webhooks/events.js';
export * from './outgoing-webhooks/calls.js';
export * from './subscriptions/payments.js';
export * from './subscriptions/providers.js';
export * from './subscriptions/terms.js';
export {
  BILLING_ADDRESS_LINES_MAX,
  BILLING_ADDRESS_MAX,
  COMPANY_MAX,
  isTaxId,
  TAX_ID_MAX,
} from './subscriptions/billing-details.js';
export * from './subscriptions/billing-details-schemas.js';
export * from './subscriptions/routes.js';
export * from './subscriptions/schemas.js';
export * from './subscriptions/calls.js';
export * from './v1/limits.js';
export * from './v1/calls.js';
export * from './mcp/calls.js';
export * from './mcp/tools.js';
export * from './openapi/document.js';
