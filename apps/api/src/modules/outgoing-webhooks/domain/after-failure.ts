import { WEBHOOK_FAILING_DAYS, WEBHOOK_RETRY_SECONDS, type WebhookContent } from '@app/contracts';

export interface FailedAttempt {
  type: WebhookContent['type'];
  /** From 1. */
  attempt: number;
  /** Of the endpoint, at this moment. */
  enabled: boolean;
  failingDays: number;
}

export interface Consequence {
  /** Null: given up. */
  retrySeconds: number | null;
  /** Whether the endpoint counts as failing from now on. */
  isFailure: boolean;
  disables: boolean;
}

/** What follows from an attempt that failed. A test is tried once and says nothing about the endpoint. */
export function afterFailure({ type, attempt, enabled, failingDays }: FailedAttempt): Consequence {
  if (type === 'test' || !enabled) return { retrySeconds: null, isFailure: false, disables: false };
  const disables = failingDays >= WEBHOOK_FAILING_DAYS;
  return {
    retrySeconds: disables ? null : (WEBHOOK_RETRY_SECONDS[attempt - 1] ?? null),
    isFailure: true,
    disables,
  };
}
