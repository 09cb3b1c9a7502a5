import type { Services } from './product/services.js';
import type { Library } from './seed/library.js';

/** What every part of the bench works with. */
export interface Bench {
  services: Services;
  library: Library;
  /** Rounds of a comparison. */
  rounds: number;
  /** People of a crowd, where another number than the part's own was asked for. */
  people?: number;
  /** Tells whoever watches what goes on. */
  say: (text: string) => void;
}
