/** Requests of one key in the window that began with its first one. */
export interface Window {
  /** By `Date.now()`. */
  endsAt: number;
  /** All that were told to the processes together, as far as this one has heard. */
  told: number;
  /** Counted here and not told yet. */
  untold: number;
}

/** Fixed windows of one length, by key, at most `most` of them: then the oldest is forgotten. */
export class Windows {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly milliseconds: number,
    private readonly most: number,
  ) {}

  get size(): number {
    return this.windows.size;
  }

  /** The window of a key, a new one if there is none or it is over. */
  of(key: string, now: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAt > now) return known;
    this.windows.delete(key);
    this.forgetOver(now);
    const window = { endsAt: now + this.milliseconds, told: 0, untold: 0 };
    this.windows.set(key, window);
    return window;
  }

  /** Windows stand in the order of their beginnings, so that two looks for each new one keep pace with those that end. */
  private forgetOver(now: number): void {
    let looks = 0;
    for (const [key, { endsAt }] of this.windows) {
      if (endsAt > now && this.windows.size < this.most) return;
      this.windows.delete(key);
      if ((looks += 1) === 2) return;
    }
  }
}
