import type { User } from '@app/contracts';
import type { UnknownAction } from 'redux';
import { defineAction } from '../../shared/define-action';

/** Why a session ended; the app decides by it where to go. */
export type SessionEnd = 'signed-out' | 'signed-out-everywhere' | 'expired' | 'elsewhere';

export interface SessionState {
  /** `unknown` until the stored token was tried; a person is signed in only with both token and profile. */
  phase: 'unknown' | 'signed-out' | 'signed-in';
  user: User | null;
  ended: SessionEnd | null;
}

const initialState: SessionState = { phase: 'unknown', user: null, ended: null };

export const sessionOpened = defineAction<User>('session/sessionOpened');
export const sessionClosed = defineAction<SessionEnd | null>('session/sessionClosed');
export const userChanged = defineAction<User>('session/userChanged');

export function sessionReducer(state: SessionState = initialState, action: UnknownAction): SessionState {
  if (sessionOpened.match(action)) return { phase: 'signed-in', user: action.payload, ended: null };
  if (sessionClosed.match(action)) return { phase: 'signed-out', user: null, ended: action.payload };
  if (userChanged.match(action) && state.phase === 'signed-in') return { ...state, user: action.payload };
  return state;
}
