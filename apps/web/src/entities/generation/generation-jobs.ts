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
  /** Previews that came of an image, oldest first, by its id; those of ended ones are kept to look back at. */
  previews: Record<string, string[]>;
}

/** A preview has at most 20 kB. */
const MOST_PREVIEWS = 16;
const MOST_IMAGES = 24;

const initialState: GenerationJobs = { open: [], progress: {}, pollingErrors: {}, previews: {} };

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

/** Where there are too many, every other one is left out, and images that were seen longest ago. */
function withPreview(
  previews: GenerationJobs['previews'],
  { image_id: id, preview }: GenerationProgress,
): GenerationJobs['previews'] {
  const { [id]: own = [], ...others } = previews;
  if (preview === null || preview === own.at(-1)) return previews;
  const kept = own.length < MOST_PREVIEWS ? own : own.filter((_, index) => index % 2 === 1);
  const all = Object.entries({ ...others, [id]: [...kept, preview] });
  return Object.fromEntries(all.slice(-MOST_IMAGES));
}

const withoutJob = ({ open, progress, pollingErrors, previews }: GenerationJobs, id: string): GenerationJobs => ({
  previews,
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
    return {
      ...state,
      progress: { ...state.progress, [action.payload.image_id]: action.payload },
      previews: withPreview(state.previews, action.payload),
    };
  }
  if (pollingErrorChanged.match(action)) {
    const { id, error } = action.payload;
    return { ...state, pollingErrors: withPollingError(state.pollingErrors, id, error) };
  }
  return state;
}
