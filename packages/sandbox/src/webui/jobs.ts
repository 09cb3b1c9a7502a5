import { setTimeout as sleep } from 'node:timers/promises';

export class Job {
  batch = 0;
  step = 0;
  isInterrupted = false;
  preview: (() => Promise<Buffer>) | undefined;
  private stop = new AbortController();

  constructor(
    readonly count: number,
    readonly steps: number,
    readonly startedAt: Date,
  ) {}

  /** 0 to 1; the server reports one hundredth at the start. */
  get progress(): number {
    return Math.min(1, 0.01 + (this.batch + this.step / this.steps) / this.count);
  }

  interrupt(): void {
    this.isInterrupted = true;
    this.stop.abort();
  }

  async sample(stepMs: () => number): Promise<void> {
    for (this.step = 0; this.step < this.steps && !this.isInterrupted; this.step += 1) {
      const ms = stepMs();
      if (ms > 0) await sleep(ms, undefined, { ref: false, signal: this.stop.signal }).catch(() => undefined);
    }
  }
}

/** Real servers process one call at a time on their GPU. */
export class JobQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private running: Job | undefined;

  get current(): Job | undefined {
    return this.running;
  }

  run<T>(job: Job, work: (job: Job) => Promise<T>): Promise<T> {
    const result = this.tail.then(async () => {
      this.running = job;
      try {
        return await work(job);
      } finally {
        this.running = undefined;
      }
    });
    this.tail = result.catch(() => undefined);
    return result;
  }
}
