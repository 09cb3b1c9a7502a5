import type { ImageEventName, ImageEvents, Locale } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '../../../../platform/errors/app-error.js';
import { USER_EVENTS, type UserEvent, type UserEvents } from '../../../../platform/events/user-events.js';
import { ReadGenerations, type GenerationsSnapshot } from '../read-generations.js';
import { inBackground } from '../../../../platform/process/in-background.js';

export interface Watcher {
  userId: string;
  sessionId: string;
  /** Whether the session still lives. */
  isSignedIn: () => Promise<boolean>;
  locale: Locale;
  /** `at` of the last seen event; null at the beginning. */
  since: number | null;
}

export interface EventSink {
  readonly isClosed: boolean;
  send<Name extends ImageEventName>(
    name: Name,
    data: ImageEvents[Name],
    options?: { id?: number; canMiss?: boolean },
  ): void;
  onClose(leave: () => void): void;
  close(): void;
}

type SignOut = Extract<UserEvent, { name: 'signed_out' }>['data'];
type Reading = Pick<ReadGenerations, 'snapshot' | 'showWithTime'>;

/** Messages queued while a row is read; beyond it the client must start over. */
const MOST_WAITING = 500;

const changedGeneration = (event: UserEvent): string | null =>
  event.name === 'generation_changed' ? event.data.generation_id : null;

@Injectable()
export class FollowGenerations {
  constructor(
    @Inject(ReadGenerations) private readonly generations: Reading,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  /**
   * Listens before it reads the snapshot and looks at the session again, so that no change and no end of the session is
   * missed. `open` makes the sink once both are known. Throws `UNAUTHENTICATED` for a session that has ended.
   */
  async follow(watcher: Watcher, open: () => EventSink): Promise<void> {
    const feed = new Feed(watcher, this.generations);
    const stop = this.events.subscribe(watcher.userId, (event) => feed.take(event));
    try {
      const [snapshot, isSignedIn] = await Promise.all([
        this.generations.snapshot(watcher.userId, watcher.since, watcher.locale),
        watcher.isSignedIn(),
      ]);
      if (!isSignedIn) throw new AppError('UNAUTHENTICATED');
      const sink = open();
      sink.onClose(stop);
      feed.begin(sink, snapshot);
    } catch (error) {
      stop();
      throw error;
    }
  }
}

/** One after the other; a generation that changed several times meanwhile is sent once. */
class Feed {
  private waiting: UserEvent[] = [];
  private sink: EventSink | null = null;
  private isFlushing = false;

  constructor(
    private readonly watcher: Watcher,
    private readonly generations: Reading,
  ) {}

  take(event: UserEvent): void {
    const id = changedGeneration(event);
    const isToldAnyway = id !== null && this.waiting.some((one) => changedGeneration(one) === id);
    if (!isToldAnyway) this.waiting.push(event);
    // The client reconnects and asks for what it missed.
    if (this.waiting.length > MOST_WAITING) this.sink?.close();
    inBackground(this.flush());
  }

  begin(sink: EventSink, snapshot: GenerationsSnapshot): void {
    this.sink = sink;
    sink.send('snapshot', { generations: snapshot.generations }, { id: snapshot.at });
    inBackground(this.flush());
  }

  private async flush(): Promise<void> {
    if (!this.sink || this.isFlushing) return;
    this.isFlushing = true;
    try {
      for (let event = this.waiting.shift(); event && !this.sink.isClosed; event = this.waiting.shift()) {
        await this.flushOne(this.sink, event);
      }
    } catch {
      // The client reconnects and gets a snapshot when the database is back.
      this.sink.close();
    } finally {
      this.isFlushing = false;
    }
  }

  private async flushOne(sink: EventSink, event: UserEvent): Promise<void> {
    switch (event.name) {
      case 'generation_changed':
        return this.tellGeneration(sink, event.data.generation_id);
      case 'progress':
        return sink.send('progress', event.data, { canMiss: true });
      case 'quota':
        return sink.send('quota', {});
      case 'signed_out':
        return this.tellSignOut(sink, event.data);
      case 'account_removed':
        return sink.close();
      default:
        return event satisfies never;
    }
  }

  private async tellGeneration(sink: EventSink, id: string): Promise<void> {
    const { userId, locale } = this.watcher;
    try {
      const { at, generation } = await this.generations.showWithTime(userId, id, locale);
      sink.send('generation', generation, { id: at });
    } catch (error) {
      // Removed meanwhile.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    }
  }

  private tellSignOut(sink: EventSink, { session_id: one, except_session_id: other }: SignOut): void {
    const { sessionId } = this.watcher;
    if ((one !== undefined && one !== sessionId) || other === sessionId) return;
    sink.send('signed_out', {});
    sink.close();
  }
}
