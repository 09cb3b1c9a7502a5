import { Logger } from '@nestjs/common';
// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import { AppError } from '../../../../platform/errors/app-error.js';
import { ChangeRefused } from '../change-refused.js';
import { CustomerMissing } from '../customer-missing.js';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  baseUrl: string | null;
}

const logger = new Logger('Stripe');

/** Every call that moves money has an idempotency key, so it can be repeated. */
export function stripeClient({ secretKey, baseUrl }: StripeSettings, timeoutMs: number): Stripe {
  const address = baseUrl ? new URL(baseUrl) : null;
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    // Retries would exceed the time limit of a request; the caller and the reconciler try again.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'https:' ? 443 : 80),
      protocol: address.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

const isOutage = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  // An earlier call with the same key is still running.
  (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 409);

/** An outage becomes `PAYMENT_UNAVAILABLE`. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isOutage(error)) throw new AppError('PAYMENT_UNAVAILABLE', { cause: error });
    throw error;
  }
}

export async function find<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await ask(work);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Unlike anything else that is missing, it is no parameter of a call. */
export const isCardMissing = (error: unknown): boolean => isMissing(error) && !invalidRequest(error)?.param;

/** Of a change: the subscription may be one of another account, or have changed since it was read. */
export async function askForChange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await ask(work);
  } catch (error) {
    if (isCardMissing(error)) throw new AppError('PAYMENT_METHOD_REFUSED', { cause: error });
    if (isMissing(error)) throw new AppError('SUBSCRIPTION_UNKNOWN', { cause: error });
    const refusal = invalidRequest(error);
    if (!refusal) throw error;
    logger.warn(`Stripe refuses a change: ${refusal.message}`);
    throw new ChangeRefused(refusal);
  }
}

/** A call that names a customer. */
export async function askOfCustomer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await ask(work);
  } catch (error) {
    if (isMissing(error) && invalidRequest(error)?.param === 'customer') throw new CustomerMissing(error);
    throw error;
  }
}

export const cardError = (error: unknown): Stripe.errors.StripeCardError | null =>
  error instanceof Stripe.errors.StripeCardError ? error : null;

export const invalidRequest = (error: unknown): Stripe.errors.StripeInvalidRequestError | null =>
  error instanceof Stripe.errors.StripeInvalidRequestError ? error : null;

/** Declined, or not possible any more: the next read tells. */
export async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!cardError(error) && !invalidRequest(error)) throw error;
  }
}

export const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null);

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
