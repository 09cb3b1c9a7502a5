import type { Clock } from '../kit/clock.js';

const WINDOW_MS = 10_000;
const WINDOW_REQUESTS = 150;
const TIME_OUT_MS = 60_000;

/** More than 150 requests in ten seconds block all requests for a minute. */
export class RateLimit {
  private times: number[] = [];
  private blockedUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** Returns the seconds to wait if the request exceeds the limit. */
  hit(): number | undefined {
    const now = this.clock.now();
    if (now >= this.blockedUntil) {
      this.times = this.times.filter((time) => time > now - WINDOW_MS && time <= now);
      this.times.push(now);
      if (this.times.length <= WINDOW_REQUESTS) return undefined;
      this.times = [];
      this.blockedUntil = now + TIME_OUT_MS;
    }
    return Math.ceil((this.blockedUntil - now) / 1000);
  }

  reset(): void {
    this.times = [];
    this.blockedUntil = 0;
  }
}
