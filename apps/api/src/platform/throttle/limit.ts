/** A limit of one endpoint, on top of the general one. */
export interface Limit {
  /** Endpoints with the same name share their count. */
  name: string;
  by: 'person' | 'address';
  /** Calls in `seconds`; `share` of the installation's general figure (RATE_LIMIT_PER_MINUTE) if given instead. */
  allowed: { calls: number; seconds: number } | { share: number };
}

const LIMIT = Symbol('LIMIT');

/** The limit of a handler's own, or undefined. Asked twice a request. */
export const limitOf = (handler: object): Limit | undefined => (handler as { [LIMIT]?: Limit })[LIMIT];

/** Puts a limit of its own on an endpoint. `by: 'person'` needs an endpoint that asks for a token. */
export const Limited =
  (limit: Limit): MethodDecorator =>
  (_target, _key, descriptor) =>
    void Object.defineProperty(descriptor.value, LIMIT, { value: limit });
