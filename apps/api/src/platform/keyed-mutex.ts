import { Mutex } from 'async-mutex';

/** Runs the work of one key one after the other, in the order of asking. */
export class KeyedMutex {
  private readonly mutexes = new Map<string, Mutex>();

  /** `cancelError` rejects what waits when it is cancelled. */
  constructor(private readonly cancelError?: Error) {}

  /** Keys with work running or waiting. */
  get size(): number {
    return this.mutexes.size;
  }

  /** Settles as `work` does. */
  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Mutex(this.cancelError);
    this.mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) this.mutexes.delete(key);
    }
  }

  /** Rejects what waits; what runs goes on. */
  cancel(): void {
    for (const mutex of this.mutexes.values()) mutex.cancel();
  }
}
