import type { GenerationProgress } from '@app/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionClosed } from '../../api/auth/session-slice';

/** Why a generation is not polled any more although it may still end well. */
export type PollingError = 'timeout' | 'check-failed';

/** The unfinished generations of the person, as far as this tab knows. */
export interface GenerationJobs {
  open: string[];
  progress: Record<string, GenerationProgress>;
  pollingErrors: Record<string, PollingError>;
}

const initialState: GenerationJobs = { open: [], progress: {}, pollingErrors: {} };

const generationJobs = createSlice({
  name: 'generationJobs',
  initialState,
  reducers: {
    jobOpened(state, { payload: id }: PayloadAction<string>) {
      if (!state.open.includes(id)) state.open.push(id);
    },
    jobEnded(state, { payload: id }: PayloadAction<string>) {
      state.open = state.open.filter((open) => open !== id);
      delete state.pollingErrors[id];
      for (const [image, progress] of Object.entries(state.progress)) {
        if (progress.generation_id === id) delete state.progress[image];
      }
    },
    progressReceived(state, { payload }: PayloadAction<GenerationProgress>) {
      state.progress[payload.image_id] = payload;
    },
    pollingErrorChanged(state, { payload }: PayloadAction<{ id: string; error: PollingError | null }>) {
      if (payload.error === null) delete state.pollingErrors[payload.id];
      else state.pollingErrors[payload.id] = payload.error;
    },
  },
  extraReducers: (builder) => builder.addCase(sessionClosed, () => initialState),
});

export const { jobOpened, jobEnded, progressReceived, pollingErrorChanged } = generationJobs.actions;
export const generationJobsReducer = generationJobs.reducer;
