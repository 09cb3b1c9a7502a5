import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Limit } from '../../../platform/throttle/rate-limiters.js';
import { PaymentProviders } from '../providers/payment-providers.js';

/**
 * Of calls that ask the payment provider, each up to three times, unless they have a limit of their own. A page that waits
 * for a payment asks some twenty times in its first minute.
 */
export const PAYMENTS_LIMIT: Limit = { name: 'payments', by: 'person', allowed: { calls: 60, seconds: 60 } };

/** Answers within three seconds, also when the payment provider is silent. */
@Injectable()
export class AnswerInTime implements NestInterceptor {
  constructor(private readonly providers: PaymentProviders) {}

  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return from(this.providers.inTime(lastValueFrom(next.handle())));
  }
}
