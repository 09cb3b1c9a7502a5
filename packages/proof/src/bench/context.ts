import type { Services } from './product/services.js';
import type { Library } from './seed/library.js';

/** What every benchmark works with. */
export interface Bench {
  services: Services;
  library: Library;
  /** Rounds of a comparison. */
  rounds: number;
  /** Users of the crowd, for a shorter run. */
  users?: number;
  say: (text: string) => void;
}
