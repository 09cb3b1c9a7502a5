import type { Services } from './product/services.js';
import type { Library } from './seed/library.js';

export interface Bench {
  services: Services;
  library: Library;
  rounds: number;
  /** Undefined: the full crowd. */
  users?: number;
  say: (text: string) => void;
}
