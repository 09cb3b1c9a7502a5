import type { User } from '@app/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Why a session ended; the app decides by it where to go. */
export type SessionEnd = 'signed-out' | 'expired' | 'elsewhere';

export interface SessionState {
  /** `unknown` until the stored token was tried; a person is signed in only with both token and profile. */
  phase: 'unknown' | 'signed-out' | 'signed-in';
  user: User | null;
  ended: SessionEnd | null;
}

const initialState: SessionState = { phase: 'unknown', user: null, ended: null };

const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionOpened: (_, { payload }: PayloadAction<User>): SessionState => ({
      phase: 'signed-in',
      user: payload,
      ended: null,
    }),
    sessionClosed: (_, { payload }: PayloadAction<SessionEnd | null>): SessionState => ({
      phase: 'signed-out',
      user: null,
      ended: payload,
    }),
    userChanged: (state, { payload }: PayloadAction<User>) => {
      if (state.phase === 'signed-in') state.user = payload;
    },
  },
});

export const { sessionOpened, sessionClosed, userChanged } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
