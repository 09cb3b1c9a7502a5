import type { PaymentProviderId } from '@app/contracts';

/** Whether a text can be an id at a provider. Postgres and addresses refuse some of the others. */
export const isProviderId = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** What a provider knows by its own id: a checkout, a subscription, a customer. */
export interface ProviderObject {
  provider: PaymentProviderId;
  id: string;
}
