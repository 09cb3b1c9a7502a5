import type { GenerationProgress } from '@app/contracts';

export type UserEvent =
  | { name: 'generation_changed'; data: { generation_id: string } }
  | { name: 'progress'; data: GenerationProgress }
  | { name: 'quota'; data: Record<string, never> }
  /** Names the session that ends. Without it all of them end, or all but one. */
  | { name: 'signed_out'; data: { session_id?: string; except_session_id?: string } }
  | { name: 'account_removed'; data: Record<string, never> };

/** A lost message costs time, never a fact. */
export interface UserEvents {
  /** Never throws and never waits for a Redis that is away. */
  publish(userId: string, event: UserEvent): void;
  subscribe(userId: string, listener: (event: UserEvent) => void): () => void;
}

export const USER_EVENTS = Symbol('USER_EVENTS');
