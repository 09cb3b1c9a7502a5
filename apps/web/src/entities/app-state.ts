import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { ApiState } from '../api/client/api-state';
import type { GenerationJobs } from './generation/generation-jobs';

/** What the store holds; the app builds it. */
export interface AppState extends ApiState {
  generationJobs: GenerationJobs;
}

export type AppDispatch = ThunkDispatch<AppState, undefined, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<AppState>();
