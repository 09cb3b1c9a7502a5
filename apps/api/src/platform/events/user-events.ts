/** A message to whoever watches one person's work. `name` and `data` are as in contracts' `ImageEvents`. */
export interface UserEvent {
  name: string;
  data: unknown;
}

/** Tells every API process what happened to a person's work. Losing a message costs time, never a fact. */
export interface UserEvents {
  /** Never throws and never waits for a Redis that is gone. */
  publish(userId: string, event: UserEvent): void;
  /** Calls `listener` for each event until the returned function is called. */
  subscribe(userId: string, listener: (event: UserEvent) => void): () => void;
}

export const USER_EVENTS = Symbol('USER_EVENTS');
