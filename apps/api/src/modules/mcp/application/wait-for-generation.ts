import { setTimeout as sleep } from 'node:timers/promises';
import { PLAN_TERMS, isFinished, type Generation, type Locale } from '@app/contracts';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { ReadGenerations } from '../../images/index.js';

/** Finds what no event reached. */
const LOOK_EVERY_MS = 5_000;
/** Of one person in this process: as many as the largest plan has generations in flight. The oldest ends. */
export const MOST_WAITS = Math.max(...Object.values(PLAN_TERMS).map(({ inFlightLimit }) => inFlightLimit));

/** Ends early when the process ends, so that its shutdown waits for nobody. */
@Injectable()
export class WaitForGeneration implements OnModuleDestroy {
  private readonly shutdown = new AbortController();
  private readonly byUser = new Map<string, Set<AbortController>>();

  constructor(
    @Inject(ReadGenerations) private readonly generations: Pick<ReadGenerations, 'show'>,
    @Inject(USER_EVENTS) private readonly events: Pick<UserEvents, 'subscribe'>,
  ) {}

  /** The generation when it has ended, or as it is after `seconds`, at an abort, or for a newer wait. Throws `NOT_FOUND`. */
  async wait(
    { userId, id, locale }: { userId: string; id: string; locale: Locale },
    { seconds, signal }: { seconds: number; signal: AbortSignal },
  ): Promise<Generation> {
    const place = this.enter(userId);
    const ending = AbortSignal.any([signal, this.shutdown.signal, place.signal]);
    const endsAt = performance.now() + seconds * 1_000;
    let change = new AbortController();
    const stop = this.events.subscribe(userId, ({ name }) => {
      if (name === 'generation_changed') change.abort();
    });
    try {
      for (;;) {
        // Renewed before the reading, so that a change during it is not missed.
        change = new AbortController();
        const generation = await this.generations.show(userId, id, locale);
        const left = endsAt - performance.now();
        if (isFinished(generation) || left <= 0 || ending.aborted) return generation;
        const woken = AbortSignal.any([change.signal, ending]);
        await sleep(Math.min(left, LOOK_EVERY_MS), undefined, { signal: woken }).catch(() => undefined);
      }
    } finally {
      stop();
      this.leave(userId, place);
    }
  }

  private enter(userId: string): AbortController {
    const places = this.byUser.get(userId) ?? new Set();
    const place = new AbortController();
    this.byUser.set(userId, places.add(place));
    // A set keeps its order, so the first is the oldest.
    const [oldest] = places;
    if (oldest && places.size > MOST_WAITS) {
      // Removed now, because it ends after the next one enters.
      places.delete(oldest);
      oldest.abort();
    }
    return place;
  }

  private leave(userId: string, place: AbortController): void {
    const places = this.byUser.get(userId);
    places?.delete(place);
    if (places?.size === 0) this.byUser.delete(userId);
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }
}
