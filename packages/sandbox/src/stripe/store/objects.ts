import type { Journal } from './journal.js';
import type { Kind, Stored } from './wire.js';

type AnyObject = { id: string; object: string };

/**
 * Every object of the account, by kind and id, in the order of creation. An object is never changed in place: `put`
 * replaces it, so that what an event has recorded stays as it was.
 */
export class ObjectStore {
  private readonly kinds = new Map<string, Map<string, AnyObject>>();
  /** What objects were before the running attempt. */
  private undo: [kind: string, id: string, before: AnyObject | undefined][] | undefined;

  constructor(private readonly journal: Journal) {
    for (const [kind, id, object] of journal.read()) {
      if (object) this.of(kind).set(id, object as AnyObject);
      else this.of(kind).delete(id);
    }
    this.compact();
  }

  find<K extends Kind>(kind: K, id: string | null | undefined): Stored<K> | undefined {
    return id == null ? undefined : (this.of(kind).get(id) as Stored<K> | undefined);
  }

  /** @throws Error if the sandbox refers to an object that it does not have */
  get<K extends Kind>(kind: K, id: string | null | undefined): Stored<K> {
    const object = this.find(kind, id);
    if (!object) throw new Error(`There is no ${kind} ${id}`);
    return object;
  }

  /** Oldest first. */
  list<K extends Kind>(kind: K): Stored<K>[] {
    return [...this.of(kind).values()] as Stored<K>[];
  }

  /** An object of any kind that people see. */
  findAny(id: string): AnyObject | undefined {
    for (const objects of this.kinds.values()) {
      const found = objects.get(id);
      if (found?.object && !PRIVATE_KINDS.has(found.object)) return found;
    }
    return undefined;
  }

  put<K extends Kind>(kind: K, object: Stored<K>): Stored<K> {
    this.undo?.push([kind, object.id, this.of(kind).get(object.id)]);
    this.of(kind).set(object.id, object);
    this.journal.append([kind, object.id, object]);
    return object;
  }

  remove(kind: Kind, id: string): void {
    this.undo?.push([kind, id, this.of(kind).get(id)]);
    this.of(kind).delete(id);
    this.journal.append([kind, id, null]);
  }

  /** Runs `change`; if it throws, every object is as it was before. */
  attempt<R>(change: () => R): R {
    const outer = this.undo;
    const mine: NonNullable<typeof this.undo> = [];
    this.undo = mine;
    try {
      const result = change();
      outer?.push(...mine);
      return result;
    } catch (error) {
      this.undo = undefined;
      for (const [kind, id, before] of mine.reverse()) {
        if (before) this.put(kind as Kind, before as Stored<Kind>);
        else this.remove(kind as Kind, id);
      }
      throw error;
    } finally {
      this.undo = outer;
    }
  }

  clear(): void {
    this.kinds.clear();
    this.compact();
  }

  private of(kind: string): Map<string, AnyObject> {
    let objects = this.kinds.get(kind);
    if (!objects) {
      objects = new Map();
      this.kinds.set(kind, objects);
    }
    return objects;
  }

  private compact(): void {
    this.journal.rewrite(
      [...this.kinds].flatMap(([kind, objects]) =>
        [...objects].map(([id, object]): [string, string, object] => [kind, id, object]),
      ),
    );
  }
}

const PRIVATE_KINDS = new Set<string>([
  'card_behaviour',
  'checkout_order',
  'delivery',
  'idempotent_answer',
  'intent_context',
  'tombstone',
]);
