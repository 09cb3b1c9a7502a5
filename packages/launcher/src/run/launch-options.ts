import type { Variables } from '../settings/config.js';
import type { Product } from '../settings/product.js';
import type { PartVariables } from '../parts/product-parts.js';
import type { Progress } from './progress.js';
import type { Settings } from '../settings/settings.js';
import type { Supervisor } from './supervisor.js';

export interface LaunchOptions {
  env?: Variables;
  dataDir?: string;
  /** Free ports instead of 3000 and the following, so that several products run side by side. Default true. */
  anyFreePorts?: boolean;
  /** false: faster, but a power failure may destroy the database. Default true. */
  durable?: boolean;
  restartCrashed?: boolean;
  reset?: boolean;
  development?: boolean;
  partEnv?: PartVariables;
  product?: Product;
  progress?: Progress;
  onNotice?: (message: string) => void;
  /** Called when a part keeps crashing; the caller then calls `stop()`. */
  onGiveUp?: () => void;
  signal?: AbortSignal;
}

export interface Start {
  options: LaunchOptions;
  settings: Settings;
  product: Product;
  progress: Progress;
  supervisor: Supervisor;
  signal: AbortSignal;
}
