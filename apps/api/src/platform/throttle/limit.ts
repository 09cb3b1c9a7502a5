import { SetMetadata } from '@nestjs/common';

/** A limit of one endpoint, on top of the general one. */
export interface Limit {
  /** Endpoints with the same name share their count. */
  name: string;
  by: 'person' | 'address';
  /** Calls in `seconds`; `share` of the installation's general figure (RATE_LIMIT_PER_MINUTE) if given instead. */
  allowed: { calls: number; seconds: number } | { share: number };
}

export const LIMIT = Symbol('LIMIT');

/** Puts a limit of its own on an endpoint. `by: 'person'` needs an endpoint that asks for a token. */
export const Limited = (limit: Limit): MethodDecorator => SetMetadata(LIMIT, limit);
