import type { Logger } from '@nestjs/common';

const EVERY_MS = 10 * 60_000;

/** Repeats work that nobody waits for, one round after the other, until it is stopped. */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<unknown> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly logger: Logger,
    private readonly round: () => Promise<unknown>,
  ) {}

  /** The first round comes after one interval: a start has more urgent things to do. */
  begin(): void {
    this.timer = setInterval(() => {
      this.current = this.current.then(() => this.safely());
    }, EVERY_MS).unref();
  }

  /** Lets the round that is running end at its next step. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.current;
  }

  /** Call it between the steps of a round. */
  throwIfStopped(): void {
    if (this.isStopped) throw new Error('stopping');
  }

  private async safely(): Promise<void> {
    if (this.isStopped) return;
    try {
      await this.round();
    } catch (error) {
      this.logger.warn(`Cut short: ${String(error)}`);
    }
  }
}
