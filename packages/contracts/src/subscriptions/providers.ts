export const PAYMENT_PROVIDERS = ['stripe', 'paypal'] as const;
export type PaymentProviderId = (typeof PAYMENT_PROVIDERS)[number];
