export interface Limit {
  name: string;
  by: 'person' | 'address';
  /** `share`: of the installation's general limit (RATE_LIMIT_PER_MINUTE). */
  allowed: { calls: number; seconds: number } | { share: number };
}
