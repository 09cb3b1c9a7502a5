import type { Stripe } from 'stripe';

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  doc_url?: string;
  request_log_url?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: object;
}
type Status = 400 | 401 | 402 | 404 | 409 | 429 | 500;
type Code = Extract<Stripe.PaymentIntent.LastPaymentError.Code, string>;

/** An answer of the service that is an error. */
export class ApiFault extends Error {
  /** True: the request was refused before it did anything, so its idempotency key can be used again. */
  isUnprocessed = false;

  constructor(
    readonly status: Status,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

export const invalidRequest = (message: string, details: Partial<ErrorBody> = {}): ApiFault =>
  new ApiFault(400, { type: 'invalid_request_error', message, ...details });

/** A parameter that does not fit. */
export const invalidParameter = (param: string, message: string, code: Code = 'parameter_invalid_empty'): ApiFault =>
  invalidRequest(message, { param, code });

const NAMES: Record<string, string> = {
  'checkout.session': 'checkout.session',
  invoiceitem: 'invoiceitem',
  payment_intent: 'payment_intent',
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
};

export const noSuch = (kind: string, id: string, param = 'id'): ApiFault =>
  new ApiFault(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${NAMES[kind] ?? kind}: '${id}'`,
    param: param === 'id' ? idParameterOf(kind) : param,
  });

const idParameterOf = (kind: string): string =>
  kind === 'payment_intent' ? 'intent' : kind === 'checkout.session' ? 'session' : 'id';
