import { isFinished, isOpen, type Generation, type GenerationImage } from '@app/contracts';
import { closeSession, loadProfile } from '../../api/auth/session';
import { isApiError } from '../../api/client/api-error';
import { baseApi } from '../../api/client/base-api';
import { generationsApi } from '../../api/endpoints/generations';
import type { ImageMessage } from '../../api/events/image-stream';
import { subscribeToImageEvents } from '../../api/events/subscribe-to-image-events';
import type { AppDispatch, AppState } from '../app-state';
import { jobEnded, jobOpened, progressReceived } from './generation-jobs';

type Thunk<T> = (dispatch: AppDispatch, getState: () => AppState) => T;

/** After so long every process of the service knows that an engine is down. */
const ENGINE_STATE_SPREAD_MS = 1_500;

const endedImages = (before: Generation, { generated_images: images }: Generation): string[] => {
  const wasOpen = new Set(before.generated_images.filter(isOpen).map(({ id }) => id));
  return images.filter((image: GenerationImage) => wasOpen.has(image.id) && !isOpen(image)).map(({ id }) => id);
};

const cachedGeneration = (state: AppState, id: string): Generation | undefined =>
  generationsApi.endpoints.generation.select(id)(state).data;

/** Puts a generation into the cache, and into the list of jobs while it is open. An older state is ignored. */
export const storeGeneration =
  (generation: Generation): Thunk<void> =>
  (dispatch, getState) => {
    const before = cachedGeneration(getState(), generation.id);
    if (before && isFinished(before) && !isFinished(generation)) return;
    // At once: what follows the end of a job reads the cache.
    dispatch(
      generationsApi.util.upsertQueryEntries([{ endpointName: 'generation', arg: generation.id, value: generation }]),
    );
    dispatch(isFinished(generation) ? jobEnded(generation.id) : jobOpened(generation.id));
  };

/**
 * Begins a submission; the returned function takes over its answer. An event that came meanwhile tells of a later state,
 * which cannot be seen in the state itself: what has begun can wait again.
 */
export const beginSubmission = (): Thunk<(answer: Generation) => void> => (dispatch, getState) => {
  const sentAt = Date.now();
  return (answer) => {
    const { fulfilledTimeStamp = 0 } = generationsApi.endpoints.generation.select(answer.id)(getState());
    if (fulfilledTimeStamp < sentAt) dispatch(storeGeneration(answer));
  };
};

/** Takes over what the server says about a generation, and fetches again only what differs from the state `before`. */
export const applyGenerationUpdate =
  (generation: Generation, known?: { before: Generation | undefined }): Thunk<void> =>
  (dispatch, getState) => {
    const { before } = known ?? { before: cachedGeneration(getState(), generation.id) };
    dispatch(storeGeneration(generation));
    if (!before) {
      // It was submitted elsewhere: no list holds its images yet.
      dispatch(
        baseApi.util.invalidateTags([{ type: 'Image', id: 'LIST' }, 'PromptHistory', 'Quota', 'Stats', 'Batch']),
      );
      return;
    }
    // It may be a row of a batch that is shown.
    if (before.status !== generation.status) dispatch(baseApi.util.invalidateTags(['Batch']));
    const ended = endedImages(before, generation);
    if (ended.length === 0) return;
    dispatch(baseApi.util.invalidateTags([...ended.map((id) => ({ type: 'Image', id }) as const), 'Quota', 'Stats']));
    if (generation.status === 'completed') dispatch(loadProfile({ force: true })).catch(() => undefined);
    const isEngineDown = generation.generated_images.some((image) => image.error_code === 'ENGINE_UNAVAILABLE');
    if (isEngineDown) setTimeout(() => dispatch(baseApi.util.invalidateTags(['Models'])), ENGINE_STATE_SPREAD_MS);
  };

const handleStreamEvent =
  (message: ImageMessage): Thunk<void> =>
  (dispatch, getState) => {
    switch (message.name) {
      case 'snapshot': {
        const listed = new Set(message.data.generations.map(({ id }) => id));
        message.data.generations.forEach((generation) => dispatch(applyGenerationUpdate(generation)));
        // What ended while nothing was connected is not in the snapshot of a first connection.
        for (const id of getState().generationJobs.open) if (!listed.has(id)) void dispatch(fetchGeneration(id));
        return;
      }
      case 'generation':
        dispatch(applyGenerationUpdate(message.data));
        return;
      case 'progress':
        dispatch(progressReceived(message.data));
        return;
      case 'quota':
        dispatch(baseApi.util.invalidateTags(['Quota']));
        return;
      case 'signed_out':
        dispatch(closeSession('elsewhere'));
    }
  };

/** It does not exist any more, or nobody is signed in to ask for it. */
export const isGone = (error: unknown): boolean => isApiError(error) && (error.status === 404 || error.status === 401);

export const fetchGeneration =
  (id: string): Thunk<Promise<'open' | 'finished' | 'gone' | 'unknown'>> =>
  async (dispatch, getState) => {
    // The request itself replaces what is cached.
    const before = cachedGeneration(getState(), id);
    const request = generationsApi.endpoints.generation.initiate(id, { forceRefetch: true, subscribe: false });
    const { data, error } = await dispatch(request);
    if (data && !error) {
      dispatch(applyGenerationUpdate(data, { before }));
      return isFinished(data) ? 'finished' : 'open';
    }
    if (isGone(error)) {
      dispatch(jobEnded(id));
      return 'gone';
    }
    return 'unknown';
  };

/** Follows the person's generations by the event stream until stopped. */
export const followGenerations = (): Thunk<() => void> => (dispatch) =>
  subscribeToImageEvents((message) => dispatch(handleStreamEvent(message)));
