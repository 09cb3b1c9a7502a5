import type { Logger } from '@nestjs/common';

/** @nestjs/schedule lets runs overlap, and does not wait at shutdown for one that still uses the database. */
export class ScheduledTask {
  private readonly stopping = new AbortController();
  private current: Promise<void> | null = null;

  constructor(
    private readonly logger: Logger,
    private readonly work: () => Promise<unknown>,
  ) {}

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Skipped while it runs or after `stop`. Failures are logged, never thrown. */
  run(): Promise<void> {
    if (this.current || this.signal.aborted) return Promise.resolve();
    this.current = this.runAndLog().finally(() => {
      this.current = null;
    });
    return this.current;
  }

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
