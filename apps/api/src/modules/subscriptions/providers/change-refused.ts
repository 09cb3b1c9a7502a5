import { AppError } from '../../../platform/errors/app-error.js';

/** Nothing was changed or charged: at the provider, the subscription is mostly not what it was when it was last read. */
export class ChangeRefused extends AppError {
  constructor(cause: unknown) {
    super('SUBSCRIPTION_NOT_CHANGEABLE', { cause });
  }
}
