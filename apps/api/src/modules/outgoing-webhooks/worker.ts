/** The door for the worker process: what sends stays out of the HTTP process. */
export { WebhookDeliveryModule } from './webhook-delivery.module.js';
