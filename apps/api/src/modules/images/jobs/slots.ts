/** Gives a slot back; calling it again does nothing. */
export type Release = () => void;

/** A fixed number of things that may go on at once; who comes later waits in line. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(readonly size: number) {}

  get free(): number {
    return Math.max(0, this.size - this.taken);
  }

  /** A slot now, or null. */
  tryTake(): Release | null {
    if (this.taken >= this.size) return null;
    this.taken += 1;
    return this.releaseOnce();
  }

  /** A slot, as soon as one is free. Rejects with the signal's reason when it is aborted first. */
  async take(signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const now = this.tryTake();
    if (now) return now;
    await new Promise<void>((resolve, reject) => {
      const onTurn = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.waiting.splice(this.waiting.indexOf(onTurn), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(onTurn);
    });
    return this.releaseOnce();
  }

  private releaseOnce(): Release {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      // The slot passes on without becoming free, so that nobody overtakes the line.
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    };
  }
}
