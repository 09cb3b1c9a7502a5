import { Mutex } from 'async-mutex';

export class KeyedMutex {
  private readonly mutexes = new Map<string, Mutex>();

  constructor(private readonly cancelError?: Error) {}

  get size(): number {
    return this.mutexes.size;
  }

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Mutex(this.cancelError);
    this.mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) this.mutexes.delete(key);
    }
  }

  /** Rejects waiting work; running work continues. */
  cancel(): void {
    for (const mutex of this.mutexes.values()) mutex.cancel();
  }
}
