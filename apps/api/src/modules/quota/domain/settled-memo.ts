// A month border is not the only thing that makes credits due (a plan can end), and a machine may sleep over it.
const LONGEST_MS = 3_600_000;

/** Remembers for whom nothing is due for a while, so that the next request need not ask the database. Per process. */
export class SettledMemo {
  private readonly until = new Map<string, number>();

  constructor(
    private readonly capacity = 10_000,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  has(userId: string): boolean {
    const until = this.until.get(userId);
    if (until === undefined) return false;
    if (this.clock() < until) return true;
    this.until.delete(userId);
    return false;
  }

  /** Nothing is due for `ms` milliseconds; remembered for an hour at most. */
  remember(userId: string, ms: number): void {
    this.until.delete(userId);
    const oldest = this.until.size >= this.capacity ? this.until.keys().next().value : undefined;
    if (oldest !== undefined) this.until.delete(oldest);
    this.until.set(userId, this.clock() + Math.min(ms, LONGEST_MS));
  }
}
