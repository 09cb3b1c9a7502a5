/** What the launcher starts, in the order of starting; the builders only for development. */
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

/** One running piece of the product. */
export interface Part {
  readonly name: PartName;
  /** undefined while it does not run. */
  readonly pid: number | undefined;
  /**
   * Resolves when it takes work.
   * @throws PartError
   */
  start(): Promise<void>;
  /** Ends it in order, by force if it takes too long. Does nothing if it does not run. */
  stop(): Promise<void>;
  /** Ends it as a crash would, and resolves when it is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Called with the reason when it ends without having been asked to. */
  onCrash: (reason: string) => void;
}

/** A part that did not start: what it said last, and what the person can do. */
export class PartError extends Error {
  constructor(
    readonly part: string,
    reason: string,
    /** The last lines of its log; may be empty. */
    readonly output: string,
    /** One sentence. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`${part} ${reason}`, options);
    this.name = 'PartError';
  }
}
