import { AttemptAborted, type AbortReason } from '../attempt.js';
import { inBackground } from '../../../../platform/process/in-background.js';

export interface LeaseOptions {
  msLeft: number;
  renewEveryMs: number;
  /** False: another attempt owns the generation. A rejection says nothing. */
  renew: () => Promise<boolean>;
  stop: AbortSignal;
}

/** Renewed until the deadline, a stop, or the loss to another worker. */
export class Lease {
  private readonly controller = new AbortController();
  private readonly timers: NodeJS.Timeout[];
  private readonly onStop = (): void => this.abort('stopping');

  constructor(private readonly options: LeaseOptions) {
    this.timers = [
      setTimeout(() => this.abort('deadline'), options.msLeft).unref(),
      setInterval(() => inBackground(this.renew()), options.renewEveryMs).unref(),
    ];
    if (options.stop.aborted) this.onStop();
    else options.stop.addEventListener('abort', this.onStop, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

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
    // A database that is away ends no lease: whichever worker renews first continues.
    if (!(await this.options.renew().catch(() => true))) this.abort('lost');
  }
}
