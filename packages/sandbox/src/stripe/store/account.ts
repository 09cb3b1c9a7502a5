import { isDeepStrictEqual } from 'node:util';
import type { Kit } from '../../kit/provider.js';
import { newId } from './ids.js';
import type { ObjectStore } from './objects.js';
import type { StripeSettings } from './settings.js';
import type { EventType, Kind, Stored } from './wire.js';

/** The request that is being answered; events name it as their cause. */
export interface Cause {
  id: string;
  idempotency_key: string | null;
}

export const API_VERSION = '2026-10-28.endive';

/** The one account at the service: its objects, its time, and the events that every change makes. */
export class StripeAccount {
  cause: Cause | undefined;
  /** Seconds; set while work of the past is done after the clock was turned. */
  private pastTime: number | undefined;

  constructor(
    readonly objects: ObjectStore,
    readonly settings: StripeSettings,
    private readonly kit: Kit,
    private readonly onEvent: (event: Stored<'event'>) => void,
  ) {}

  /** Seconds since 1970, as every time on the wire. */
  now(): number {
    return this.pastTime ?? Math.floor(this.kit.clock.now() / 1000);
  }

  /** The time of the clock, also while work of the past is done. */
  clockTime(): number {
    return Math.floor(this.kit.clock.now() / 1000);
  }

  /** Does what was due at `time`, as if it were then. */
  asOf<R>(time: number, work: () => R): R {
    this.pastTime = time;
    try {
      return work();
    } finally {
      this.pastTime = undefined;
    }
  }

  /** An address of the service that a browser can open. */
  pageUrl(path: string): string {
    return `${this.kit.publicUrl()}/stripe/${path}`;
  }

  create<K extends Kind>(kind: K, object: Stored<K>, event?: EventType): Stored<K> {
    this.objects.put(kind, object);
    if (event) this.emit(event, object);
    return object;
  }

  /** Replaces fields of an object. `event` is not sent if nothing differs. */
  update<K extends Kind>(kind: K, id: string, changes: Partial<Stored<K>>, event?: EventType): Stored<K> {
    const before = this.objects.get(kind, id);
    const previous = Object.fromEntries(
      Object.entries(before).filter(
        ([name, value]) => name in changes && !isDeepStrictEqual(value, changes[name as keyof Stored<K>]),
      ),
    );
    const isNew = Object.keys(changes).some((name) => !(name in before));
    if (Object.keys(previous).length === 0 && !isNew) return before;
    const after = this.objects.put(kind, { ...before, ...changes });
    if (event) this.emit(event, after, event.endsWith('.updated') ? previous : undefined);
    return after;
  }

  emit(type: EventType, object: object, previous?: object): void {
    const event: Stored<'event'> = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.cause ?? { id: null, idempotency_key: null },
      type,
    };
    this.objects.put('event', event);
    this.onEvent(event);
  }
}
