import type { GenerationProgress } from '@app/contracts';
import type { UnknownAction } from 'redux';
import { sessionClosed } from '../../api/auth/session-slice';
import { defineAction } from '../../shared/define-action';

/** Why a generation is not polled any more although it may still end well. */
export type PollingError = 'timeout' | 'check-failed';

/** The unfinished generations of the person, as far as this tab knows. */
export interface GenerationJobs {
  open: string[];
  progress: Record<string, GenerationProgress>;
  pollingErrors: Record<string, PollingError>;
}

const initialState: GenerationJobs = { open: [], progress: {}, pollingErrors: {} };

export const jobOpened = defineAction<string>('generationJobs/jobOpened');
export const jobEnded = defineAction<string>('generationJobs/jobEnded');
export const progressReceived = defineAction<GenerationProgress>('generationJobs/progressReceived');
export const pollingErrorChanged = defineAction<{ id: string; error: PollingError | null }>(
  'generationJobs/pollingErrorChanged',
);

function withPollingError(
  errors: GenerationJobs['pollingErrors'],
  id: string,
  error: PollingError | null,
): GenerationJobs['pollingErrors'] {
  const { [id]: _, ...others } = errors;
  return error === null ? others : { ...others, [id]: error };
}

const withoutJob = ({ open, progress, pollingErrors }: GenerationJobs, id: string): GenerationJobs => ({
  open: open.filter((job) => job !== id),
  progress: Object.fromEntries(Object.entries(progress).filter(([, image]) => image.generation_id !== id)),
  pollingErrors: withPollingError(pollingErrors, id, null),
});

export function generationJobsReducer(state: GenerationJobs = initialState, action: UnknownAction): GenerationJobs {
  if (sessionClosed.match(action)) return initialState;
  if (jobOpened.match(action)) {
    return state.open.includes(action.payload) ? state : { ...state, open: [...state.open, action.payload] };
  }
  if (jobEnded.match(action)) return withoutJob(state, action.payload);
  if (progressReceived.match(action)) {
    return { ...state, progress: { ...state.progress, [action.payload.image_id]: action.payload } };
  }
  if (pollingErrorChanged.match(action)) {
    const { id, error } = action.payload;
    return { ...state, pollingErrors: withPollingError(state.pollingErrors, id, error) };
  }
  return state;
}
