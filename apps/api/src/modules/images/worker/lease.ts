import { AttemptAborted, type AbortReason } from './attempt.js';

export interface LeaseOptions {
  /** Until the generation's deadline. */
  msLeft: number;
  renewEveryMs: number;
  /** False: somebody else owns the generation. May reject, which says nothing. */
  renew: () => Promise<boolean>;
  /** Aborted when the process cannot wait any longer. */
  stop: AbortSignal;
}

/** The time during which a worker owns a generation: kept up by renewals, ended by the deadline, a stop or a rival. */
export class Lease {
  private readonly controller = new AbortController();
  private readonly timers: NodeJS.Timeout[];
  private readonly onStop = (): void => this.abort('stopping');

  constructor(private readonly options: LeaseOptions) {
    this.timers = [
      setTimeout(() => this.abort('deadline'), options.msLeft).unref(),
      setInterval(() => void this.renew(), options.renewEveryMs).unref(),
    ];
    if (options.stop.aborted) this.onStop();
    else options.stop.addEventListener('abort', this.onStop, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Null while the work may go on. */
  get abortedWhy(): AbortReason | null {
    const reason: unknown = this.signal.reason;
    return reason instanceof AttemptAborted ? reason.why : null;
  }

  end(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.options.stop.removeEventListener('abort', this.onStop);
  }

  private abort(why: AbortReason): void {
    this.controller.abort(new AttemptAborted(why));
  }

  private async renew(): Promise<void> {
    // A database that is away takes the lease from nobody: who comes back first may go on.
    if (!(await this.options.renew().catch(() => true))) this.abort('lost');
  }
}
