export interface UserEvent {
  name: string;
  data: unknown;
}

/** A lost message costs time, never a fact. */
export interface UserEvents {
  /** Never throws and never waits for a Redis that is away. */
  publish(userId: string, event: UserEvent): void;
  subscribe(userId: string, listener: (event: UserEvent) => void): () => void;
}

export const USER_EVENTS = Symbol('USER_EVENTS');
