import type { Redis } from 'ioredis';
import { Windows, type Window } from './windows.js';

/** Of a limit may pass in one process before it tells the others. */
const UNTOLD_SHARE = 0.02;
/** After a failure Redis is left alone for so long. */
const RETRY_MS = 1_000;
/** Keys of one limit that a process remembers; in a window more people and addresses than one process can serve. */
const MOST_WINDOWS = 100_000;

// Adds to each key's count; answers count and milliseconds left of each. The window begins with the first that is told.
const ADD = `
  local told = {}
  for i, key in ipairs(KEYS) do
    local count = redis.call('incrby', key, ARGV[i + 1])
    if count == tonumber(ARGV[i + 1]) then redis.call('pexpire', key, ARGV[1]) end
    told[2 * i - 1] = count
    told[2 * i] = redis.call('pttl', key)
  end
  return told`;

interface Telling {
  key: string;
  window: Window;
  /** How many of the untold are being told. */
  count: number;
}

export interface SharedLimitOptions {
  /** Begins the keys of this limit in Redis. */
  prefix: string;
  points: number;
  seconds: number;
}

/**
 * A limit of many points that several processes share, counted in memory. A process tells Redis its count each time
 * another fiftieth of the limit has passed, and hears then what the others told; so `n` processes together let at most
 * `n` fiftieths too many pass, besides what comes within one round trip to Redis, and somebody who asks little costs
 * Redis nothing. While Redis is away each process counts for itself, and tells later.
 */
export class SharedLimit {
  private readonly windows: Windows;
  private readonly step: number;
  private due = new Map<string, Window>();
  private isTelling = false;
  private restsUntil = 0;

  constructor(
    private readonly redis: Redis,
    private readonly options: SharedLimitOptions,
  ) {
    this.windows = new Windows(options.seconds * 1000, MOST_WINDOWS);
    this.step = Math.max(1, Math.floor(options.points * UNTOLD_SHARE));
  }

  /** Counts one; answers milliseconds to wait if it is one too many, else 0. */
  take(key: string): number {
    const now = Date.now();
    const window = this.windows.of(key, now);
    const isOver = window.told + window.untold >= this.options.points;
    if (!isOver) window.untold += 1;
    if (window.untold >= this.step && now >= this.restsUntil) this.tellSoon(key, window);
    return isOver ? window.endsAt - now : 0;
  }

  private tellSoon(key: string, window: Window): void {
    this.due.set(key, window);
    if (this.isTelling) return;
    this.isTelling = true;
    // All that came in this turn of the event loop go together.
    setImmediate(() => void this.tell());
  }

  private async tell(): Promise<void> {
    while (this.due.size > 0) {
      const tellings = [...this.due].map(([key, window]): Telling => ({ key, window, count: window.untold }));
      this.due = new Map();
      try {
        this.hear(tellings, await this.add(tellings));
      } catch {
        // What is untold stays so, and is told with the next request after the rest.
        this.restsUntil = Date.now() + RETRY_MS;
        this.due.clear();
      }
    }
    this.isTelling = false;
  }

  private async add(tellings: readonly Telling[]): Promise<number[]> {
    const { prefix, seconds } = this.options;
    const keys = tellings.map(({ key }) => `${prefix}:${key}`);
    const counts = tellings.map(({ count }) => count);
    return (await this.redis.eval(ADD, keys.length, ...keys, seconds * 1000, ...counts)) as number[];
  }

  private hear(tellings: readonly Telling[], told: readonly number[]): void {
    const now = Date.now();
    tellings.forEach(({ window, count }, index) => {
      window.told = told[2 * index] ?? 0;
      window.untold -= count;
      window.endsAt = now + Math.max(0, told[2 * index + 1] ?? 0);
    });
  }
}
