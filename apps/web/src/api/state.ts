import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { baseApi } from './client/base-api';
import type { SessionState } from './auth/session-slice';
import type { WorkState } from './work-slice';

/** What the store holds, as features and pages know it; the app builds it. */
export interface AppState {
  session: SessionState;
  work: WorkState;
  api: ReturnType<typeof baseApi.reducer>;
}

export type AppDispatch = ThunkDispatch<AppState, undefined, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
