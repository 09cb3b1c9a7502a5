import type { ImageEventName, Locale } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../../platform/events/user-events.js';
import { ReadGenerations, type GenerationsSnapshot } from '../read-generations.js';

export interface Watcher {
  userId: string;
  sessionId: string;
  locale: Locale;
  /** `at` of what the watcher saw last; null when it begins. */
  since: number | null;
}

/** Where messages to a watcher go. `id`: what it gives as `since` when it comes back. */
export interface EventSink {
  readonly isClosed: boolean;
  send(name: ImageEventName, data: unknown, options?: { id?: number; canMiss?: boolean }): void;
  onClose(leave: () => void): void;
  close(): void;
}

type Reading = Pick<ReadGenerations, 'snapshot' | 'showWithTime'>;

/** Messages that wait while a row is read; beyond it the watcher is told to begin again. */
const MOST_WAITING = 500;

const changedGeneration = (event: UserEvent): string | null => {
  const id = event.name === 'generation_changed' && (event.data as { generation_id?: unknown }).generation_id;
  return typeof id === 'string' ? id : null;
};

/** Lets a person watch their work: first how things stand, then what happens. */
@Injectable()
export class FollowGenerations {
  constructor(
    @Inject(ReadGenerations) private readonly generations: Reading,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * Listens first and then reads how things stand, so that nothing falls between. `open` is called once that is known
   * and makes the sink; if reading fails, nothing is left listening.
   */
  async follow(watcher: Watcher, open: () => EventSink): Promise<void> {
    const feed = new Feed(watcher, this.generations);
    const stop = this.events.subscribe(watcher.userId, (event) => feed.take(event));
    try {
      const snapshot = await this.generations.snapshot(watcher.userId, watcher.since, watcher.locale);
      const sink = open();
      sink.onClose(stop);
      feed.begin(sink, snapshot);
    } catch (error) {
      stop();
      throw error;
    }
  }
}

/** Messages to one watcher, one after the other; a generation that changed several times meanwhile is told once. */
class Feed {
  private waiting: UserEvent[] = [];
  private sink: EventSink | null = null;
  private isTelling = false;

  constructor(
    private readonly watcher: Watcher,
    private readonly generations: Reading,
  ) {}

  take(event: UserEvent): void {
    const id = changedGeneration(event);
    const isToldAnyway = id !== null && this.waiting.some((one) => changedGeneration(one) === id);
    if (!isToldAnyway) this.waiting.push(event);
    // The watcher comes back and asks for what it missed.
    if (this.waiting.length > MOST_WAITING) this.sink?.close();
    void this.tell();
  }

  begin(sink: EventSink, snapshot: GenerationsSnapshot): void {
    this.sink = sink;
    sink.send('snapshot', { generations: snapshot.generations }, { id: snapshot.at });
    void this.tell();
  }

  private async tell(): Promise<void> {
    if (!this.sink || this.isTelling) return;
    this.isTelling = true;
    try {
      for (let event = this.waiting.shift(); event && !this.sink.isClosed; event = this.waiting.shift()) {
        await this.tellOne(this.sink, event);
      }
    } catch {
      // The database is away: the watcher comes back and gets a snapshot when it is there again.
      this.sink.close();
    } finally {
      this.isTelling = false;
    }
  }

  private async tellOne(sink: EventSink, event: UserEvent): Promise<void> {
    const id = changedGeneration(event);
    if (id !== null) await this.tellGeneration(sink, id);
    else if (event.name === 'progress') sink.send('progress', event.data, { canMiss: true });
    else if (event.name === 'quota') sink.send('quota', {});
    else if (event.name === 'account_removed') sink.close();
    else if (event.name === 'signed_out' && this.concernsSession(event)) {
      sink.send('signed_out', {});
      sink.close();
    }
  }

  private async tellGeneration(sink: EventSink, id: string): Promise<void> {
    const { userId, locale } = this.watcher;
    try {
      const { at, generation } = await this.generations.showWithTime(userId, id, locale);
      sink.send('generation', generation, { id: at });
    } catch (error) {
      // Removed meanwhile: there is nothing to tell.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    }
  }

  /** Signing out ends one session; without a name in it, the message ends all of them, or all but one. */
  private concernsSession({ data }: UserEvent): boolean {
    const { session_id: one, except_session_id: other } = data as { session_id?: unknown; except_session_id?: unknown };
    return (one === undefined || one === this.watcher.sessionId) && other !== this.watcher.sessionId;
  }
}
