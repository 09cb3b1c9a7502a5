/** Lets the work of one key run one after the other, in the order of asking, and so much of all keys at once. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly waiting: (() => void)[] = [];

  constructor(private free = Infinity) {}

  /** Keys with work running or waiting. */
  get size(): number {
    return this.last.size;
  }

  /** Settles as `work` does. */
  async take<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.inPlace(work));
    const settled = mine.catch(() => undefined);
    this.last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
  private async inPlace<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place passes on without becoming free, so that nobody overtakes the line.
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
