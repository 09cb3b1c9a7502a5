import type { GenerationProgress } from '@app/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionClosed } from './auth/session-slice';

/** Why a generation is not watched any more although it may still end well. */
export type WatchTrouble = 'timeout' | 'check-failed';

export interface WorkState {
  /** Generations that are not finished, as far as this tab knows. */
  open: string[];
  /** The latest word of the engine, by picture. */
  progress: Record<string, GenerationProgress>;
  trouble: Record<string, WatchTrouble>;
}

const initialState: WorkState = { open: [], progress: {}, trouble: {} };

const workSlice = createSlice({
  name: 'work',
  initialState,
  reducers: {
    workOpened(state, { payload: id }: PayloadAction<string>) {
      if (!state.open.includes(id)) state.open.push(id);
    },
    workEnded(state, { payload: id }: PayloadAction<string>) {
      state.open = state.open.filter((open) => open !== id);
      delete state.trouble[id];
      for (const [image, progress] of Object.entries(state.progress)) {
        if (progress.generation_id === id) delete state.progress[image];
      }
    },
    progressHeard(state, { payload }: PayloadAction<GenerationProgress>) {
      state.progress[payload.image_id] = payload;
    },
    watchTroubled(state, { payload }: PayloadAction<{ id: string; trouble: WatchTrouble | null }>) {
      if (payload.trouble === null) delete state.trouble[payload.id];
      else state.trouble[payload.id] = payload.trouble;
    },
  },
  extraReducers: (builder) => builder.addCase(sessionClosed, () => initialState),
});

export const { workOpened, workEnded, progressHeard, watchTroubled } = workSlice.actions;
export const workReducer = workSlice.reducer;
