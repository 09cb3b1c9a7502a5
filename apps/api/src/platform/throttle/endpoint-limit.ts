/** A limit of one endpoint, on top of the general one. */
export interface Limit {
  /** Endpoints with the same name share their count. */
  name: string;
  /** `person` needs an endpoint that asks for a token. */
  by: 'person' | 'address';
  /** Calls in `seconds`; `share` of the installation's general figure (RATE_LIMIT_PER_MINUTE) if given instead. */
  allowed: { calls: number; seconds: number } | { share: number };
}
