import type { Logger } from '@nestjs/common';

/**
 * Work that `@Interval` repeats. @nestjs/schedule neither keeps runs from overlapping nor waits at shutdown for one that
 * still uses the database.
 */
export class ScheduledTask {
  private readonly stopping = new AbortController();
  private current: Promise<void> | null = null;

  constructor(
    private readonly logger: Logger,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Aborted once the process shuts down: end at the next step. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Runs unless it runs already or was stopped. Never rejects: a failure is logged, and the next run tries again. */
  run(): Promise<void> {
    if (this.current || this.signal.aborted) return Promise.resolve();
    this.current = this.runAndLog().finally(() => {
      this.current = null;
    });
    return this.current;
  }

  /** Waits for the run that is under way. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('stopping'));
    await this.current;
  }

  private async runAndLog(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.warn(`Cut short, the next run goes on: ${String(error)}`);
    }
  }
}
