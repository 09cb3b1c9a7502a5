import { PAYMENT_PROVIDERS, type PaymentProviderId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { withTimeout } from '../../../platform/with-timeout.js';
import type { PaymentProvider } from './payment-provider.port.js';
import { PaypalProvider } from './paypal/paypal.provider.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** What is left of three seconds when one call has taken all of its time. */
const MORE_MS = 300;

/** The payment providers that this installation has settings for. */
@Injectable()
export class PaymentProviders {
  private readonly byId = new Map<PaymentProviderId, PaymentProvider>();

  private readonly answerMs: number;

  constructor(@Inject(CONFIG) config: Config) {
    const { stripe, paypal, timeoutMs } = config.payments;
    this.answerMs = timeoutMs + MORE_MS;
    if (stripe) this.byId.set('stripe', new StripeProvider(stripe, timeoutMs));
    if (paypal) this.byId.set('paypal', new PaypalProvider(paypal, timeoutMs));
  }

  /** In the order of the contract. */
  get ids(): PaymentProviderId[] {
    return PAYMENT_PROVIDERS.filter((id) => this.byId.has(id));
  }

  get all(): PaymentProvider[] {
    return [...this.byId.values()];
  }

  /** Throws `PAYMENT_UNAVAILABLE` where the installation has none of this name. */
  get(id: PaymentProviderId): PaymentProvider {
    const provider = this.byId.get(id);
    if (!provider) throw new AppError('PAYMENT_UNAVAILABLE');
    return provider;
  }

  /** Settles as `work` does, which may ask several times, or in time with `PAYMENT_UNAVAILABLE`; `work` goes on. */
  inTime<T>(work: Promise<T>): Promise<T> {
    return withTimeout(work, this.answerMs, () => new AppError('PAYMENT_UNAVAILABLE'));
  }
}
