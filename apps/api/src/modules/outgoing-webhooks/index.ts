export { OutgoingWebhooksModule } from './outgoing-webhooks.module.js';
export { recordWebhookEvent } from './persistence/record-event.js';
