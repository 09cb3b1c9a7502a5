export { PaymentProviders } from './providers/payment-providers.js';
export { SubscriptionsModule } from './subscriptions.module.js';
