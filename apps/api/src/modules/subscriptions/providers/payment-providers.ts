import { PAYMENT_PROVIDERS, type PaymentProviderId } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { withTimeout } from '../../../platform/with-timeout.js';
import type { PaymentProvider } from './payment-provider.port.js';
import { PaypalProvider } from './paypal/paypal.provider.js';
import { StripeProvider } from './stripe/stripe.provider.js';

/** The rest of three seconds when one call has used all of its time. */
const MORE_MS = 300;

@Injectable()
export class PaymentProviders {
  /** Those that are configured. */
  readonly byId = new Map<PaymentProviderId, PaymentProvider>();

  private readonly answerMs: number;

  constructor(@Inject(CONFIG) config: Config) {
    const { stripe, paypal, timeoutMs } = config.payments;
    this.answerMs = timeoutMs + MORE_MS;
    if (stripe) this.byId.set('stripe', new StripeProvider(stripe, timeoutMs));
    if (paypal) this.byId.set('paypal', new PaypalProvider(paypal, timeoutMs));
  }

  get ids(): PaymentProviderId[] {
    return PAYMENT_PROVIDERS.filter((id) => this.byId.has(id));
  }

  get all(): PaymentProvider[] {
    return [...this.byId.values()];
  }

  get(id: PaymentProviderId): PaymentProvider {
    const provider = this.byId.get(id);
    if (!provider) throw new AppError('PAYMENT_UNAVAILABLE');
    return provider;
  }

  /** Rejects in time with `PAYMENT_UNAVAILABLE`; `work`, which may call several times, continues. */
  inTime<T>(work: Promise<T>): Promise<T> {
    return withTimeout(work, this.answerMs, () => new AppError('PAYMENT_UNAVAILABLE'));
  }

  /** As `inTime`, but `work` may ask whether its answer is still awaited: if it was told so, its answer is waited for. */
  inTimeOrHeld<T>(work: (isAwaited: () => boolean) => Promise<T>): Promise<T> {
    let state: 'open' | 'promised' | 'over' = 'open';
    const isAwaited = (): boolean => {
      if (state === 'open') state = 'promised';
      return state === 'promised';
    };
    const result = work(isAwaited);
    return this.inTime(result).catch((error: unknown) => {
      if (state === 'promised') return result;
      state = 'over';
      throw error;
    });
  }
}
