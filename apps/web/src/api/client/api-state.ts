import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { SessionState } from '../auth/session-slice';
import type { baseApi } from './base-api';

export interface ApiState {
  session: SessionState;
  api: ReturnType<typeof baseApi.reducer>;
}

export type ApiDispatch = ThunkDispatch<ApiState, undefined, UnknownAction>;
