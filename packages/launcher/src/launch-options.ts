import type { Variables } from './config.js';
import type { Product } from './product.js';
import type { PartVariables } from './product-parts.js';
import type { Progress } from './progress.js';
import type { Settings } from './settings.js';
import type { Supervisor } from './supervisor.js';

export interface LaunchOptions {
  /** What the person set: see `settings.ts` for the launcher's own; the rest is handed on to the API. */
  env?: Variables;
  /** Wins over DATA_DIR. */
  dataDir?: string;
  /** Free ports instead of 3000 and its neighbours; for several products side by side. Default true. */
  anyFreePorts?: boolean;
  /** false: the database is faster, and a power failure may destroy it. Default true. */
  durable?: boolean;
  /** Start parts again that end by themselves. Default false. */
  revive?: boolean;
  /** Delete the data first. */
  reset?: boolean;
  /** Run the web app from its sources, and the API anew after each change. */
  development?: boolean;
  /** Additional variables for single parts; they win over everything. */
  partEnv?: PartVariables;
  product?: Product;
  progress?: Progress;
  /** Called with a line about what went wrong while it runs. */
  onNotice?: (message: string) => void;
  /** Called when a part does not stay up; `stop()` is then to be called. */
  onGiveUp?: () => void;
  /** Calls the start off; what has been started is stopped. */
  signal?: AbortSignal;
}

/** One start under way. */
export interface Start {
  options: LaunchOptions;
  settings: Settings;
  product: Product;
  progress: Progress;
  supervisor: Supervisor;
  signal: AbortSignal;
}
