import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { PaymentProviders } from '../providers/payment-providers.js';

/** Answers within three seconds, also when the payment provider is silent. */
@Injectable()
export class AnswerInTime implements NestInterceptor {
  constructor(private readonly providers: PaymentProviders) {}

  intercept(_context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return from(this.providers.inTime(lastValueFrom(next.handle())));
  }
}
