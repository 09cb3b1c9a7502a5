import type { ImageEventName, Locale } from '@app/contracts';
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
  send(name: ImageEventName, data: unknown, options?: { id?: number; canMiss?: boolean }): void;
  onClose(leave: () => void): void;
  close(): void;
}

type Reading = Pick<ReadGenerations, 'snapshot' | 'showWithTime'>;

/** Messages queued while a row is read; beyond it the client must start over. */
const MOST_WAITING = 500;

const changedGeneration = (event: UserEvent): string | null => {
  const id = event.name === 'generation_changed' && (event.data as { generation_id?: unknown }).generation_id;
  return typeof id === 'string' ? id : null;
};

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
  private isTelling = false;

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
    inBackground(this.tell());
  }

  begin(sink: EventSink, snapshot: GenerationsSnapshot): void {
    this.sink = sink;
    sink.send('snapshot', { generations: snapshot.generations }, { id: snapshot.at });
    inBackground(this.tell());
  }

  private async tell(): Promise<void> {
    if (!this.sink || this.isTelling) return;
    this.isTelling = true;
    try {
      for (let event = this.waiting.shift(); event && !this.sink.isClosed; event = this.waiting.shift()) {
        await this.tellOne(this.sink, event);
      }
    } catch {
      // The client reconnects and gets a snapshot when the database is back.
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
      // Removed meanwhile.
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
    }
  }

  /** A sign-out names the session that ends; without a name it ends all of them, or all but one. */
  private concernsSession({ data }: UserEvent): boolean {
    const { session_id: one, except_session_id: other } = data as { session_id?: unknown; except_session_id?: unknown };
    return (one === undefined || one === this.watcher.sessionId) && other !== this.watcher.sessionId;
  }
}
