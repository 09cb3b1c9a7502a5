import type { Subscription } from '@app/contracts';

/** Access ends with the period, after a failed renewal with its grace. */
export const endOf = ({ grace_until: grace, current_period_end: end }: Subscription): string => grace ?? end;

/** A payment is missing that is still wanted: after a cancellation nothing more is charged. */
export const isPastDue = ({ grace_until: grace, status }: Subscription): boolean =>
  grace !== null && status !== 'canceled';

/** PayPal does not try a missing payment again once its subscription was cancelled. */
export const canResume = ({ grace_until: grace, provider }: Subscription): boolean =>
  grace === null || provider !== 'paypal';
