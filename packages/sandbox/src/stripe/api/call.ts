import type { z } from 'zod';
import type { StripeAccount } from '../store/account.js';

export interface CallRequest<P> {
  account: StripeAccount;
  params: P;
  /** A part of the path, by its name. */
  id: (name?: string) => string;
}

/** One call of the service. */
export interface Call {
  method: 'get' | 'post' | 'delete';
  /** As Hono writes paths: `/v1/customers/:id`. */
  path: string;
  schema: z.ZodType<{ expand?: string[] | undefined }>;
  run(request: CallRequest<unknown>): object;
}

type Method = Call['method'];

/** `defineCall('post', '/v1/customers', params({ email: … }), ({ account, params }) => …)` */
export const defineCall = <P extends { expand?: string[] | undefined }>(
  method: Method,
  path: string,
  schema: z.ZodType<P>,
  run: (request: CallRequest<P>) => object,
): Call => ({ method, path, schema, run: (request) => run(request as CallRequest<P>) });
