import { ACCESS_TOKEN_SECONDS, STREAM_HEARTBEAT_MS } from '@app/contracts';
import { AppError } from '../../../../platform/errors/app-error.js';
import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { eventStreamsOpen } from '../../shared/metrics.js';
import type { EventStream } from './event-stream.js';

/** More than a user has browsers; the oldest is closed. */
const MOST_PER_PERSON = 8;
/** Many users share an address. Beyond the limit, clients poll. */
const MOST_PER_ADDRESS = 256;
/** Half of the process's connections, so that streams never keep requests out. */
const MOST = 5_000;
const RETRY_AFTER_SECONDS = 30;
// No stream outlives its token; the client reconnects with a fresh one.
const MOST_MS = ACCESS_TOKEN_SECONDS * 1000;

@Injectable()
export class EventStreams implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly byUser = new Map<string, Set<EventStream>>();
  private entered = 0;
  private readonly byAddress = new Map<string, number>();
  private readonly heartbeat = setInterval(() => this.beat(), STREAM_HEARTBEAT_MS).unref();

  get count(): number {
    return [...this.byUser.values()].reduce((sum, streams) => sum + streams.size, 0);
  }

  /** Counts a stream until `leave`. Throws `RATE_LIMITED` when its address or this process has too many. */
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
    eventStreamsOpen.inc();
    // A set keeps its order, so the first is the oldest.
    const [oldest] = streams;
    if (oldest && streams.size > MOST_PER_PERSON) {
      // Removed now, because its connection closes after the next one opens.
      streams.delete(oldest);
      oldest.close();
    }
    stream.onClose(() => {
      eventStreamsOpen.dec();
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
