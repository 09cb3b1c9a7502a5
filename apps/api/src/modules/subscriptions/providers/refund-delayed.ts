import { AppError } from '../../../platform/errors/app-error.js';

/** Nothing was refunded, because the operator's account has no money for it: a later try may succeed. */
export class RefundDelayed extends AppError {
  constructor(cause: unknown) {
    super('REFUND_DELAYED', { cause });
  }
}
