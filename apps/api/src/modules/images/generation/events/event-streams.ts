import { ACCESS_TOKEN_SECONDS, STREAM_HEARTBEAT_MS } from '@app/contracts';
import { AppError } from '../../../../platform/errors/app-error.js';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { EventStream } from './event-stream.js';

/** More than a person has browsers; the oldest makes room. */
const MOST_PER_PERSON = 8;
/** Many people share an address, and each of their browsers holds one. Beyond it a client polls. */
const MOST_PER_ADDRESS = 256;
/** Of this process: half of its connections, so that streams never keep requests out. */
const MOST = 5_000;
const RETRY_AFTER_SECONDS = 30;
// No stream outlives the token it was opened with; the client opens the next one with a fresh token.
const MOST_MS = ACCESS_TOKEN_SECONDS * 1000;

/** All open event streams of this process: one heartbeat for all, bounds for each person and address, an end at shutdown. */
@Injectable()
export class EventStreams implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly byUser = new Map<string, Set<EventStream>>();
  private entered = 0;
  private readonly byAddress = new Map<string, number>();
  private readonly heartbeat = setInterval(() => this.beat(), STREAM_HEARTBEAT_MS).unref();

  get count(): number {
    return [...this.byUser.values()].reduce((sum, streams) => sum + streams.size, 0);
  }

  /**
   * Counts a stream that is about to open, until `leave` is called. Throws `RATE_LIMITED` when its address or this process
   * has too many.
   */
  enter(address: string): { leave: () => void } {
    const here = this.byAddress.get(address) ?? 0;
    if (here >= MOST_PER_ADDRESS || this.entered >= MOST) {
      throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER_SECONDS });
    }
    this.byAddress.set(address, here + 1);
    this.entered += 1;
    return {
      leave: () => {
        const left = (this.byAddress.get(address) ?? 1) - 1;
        if (left === 0) this.byAddress.delete(address);
        else this.byAddress.set(address, left);
        this.entered -= 1;
      },
    };
  }

  add(userId: string, stream: EventStream): void {
    const streams = this.byUser.get(userId) ?? new Set();
    this.byUser.set(userId, streams.add(stream));
    // A set keeps its order, so the first is the oldest.
    const [oldest] = streams;
    if (oldest && streams.size > MOST_PER_PERSON) {
      // At once, because its connection closes later than the next one may open.
      streams.delete(oldest);
      oldest.close();
    }
    stream.onClose(() => {
      streams.delete(stream);
      if (streams.size === 0 && this.byUser.get(userId) === streams) this.byUser.delete(userId);
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.heartbeat);
  }

  /** Open answers would keep the server from closing. */
  beforeApplicationShutdown(): void {
    for (const stream of this.all()) stream.close();
  }

  private beat(): void {
    for (const stream of this.all()) {
      if (performance.now() - stream.openedAt > MOST_MS) stream.close();
      else stream.sendHeartbeat();
    }
  }

  private all(): EventStream[] {
    return [...this.byUser.values()].flatMap((streams) => [...streams]);
  }
}
