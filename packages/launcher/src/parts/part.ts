/** In the order of starting; the builders run in development only. */
export const PART_NAMES = [
  'postgres',
  'redis',
  'sandbox',
  'contracts-build',
  'api-build',
  'worker',
  'api',
  'web',
] as const;
export type PartName = (typeof PART_NAMES)[number];

export interface Part {
  readonly name: PartName;
  readonly pid: number | undefined;
  /** Resolves when the part accepts work. @throws PartError */
  start(): Promise<void>;
  /** Stops gracefully, by force after a timeout. Does nothing when the part does not run. */
  stop(): Promise<void>;
  /** Simulates a crash; resolves when the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  onCrash: (reason: string) => void;
}

export class PartError extends Error {
  constructor(
    readonly part: string,
    reason: string,
    readonly output: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${part} ${reason}`, options);
    this.name = 'PartError';
  }
}
