import type { Generation } from '@app/contracts';
import { useEffect } from 'react';
import { isApiError } from '../../../api/client/api-error';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { useAppDispatch } from '../../../entities/app-state';
import { fetchGeneration, isGone } from '../../../entities/generation/generation-events';
import { pollGeneration } from '../../../entities/generation/poll-generation';

interface Shown {
  /** As far as it is known. */
  generation: Generation | null;
  /** Nothing is known of it yet. */
  isLoading: boolean;
  /** Why nothing is known of it although it may exist. */
  failure: unknown;
  retry: () => void;
  isRetrying: boolean;
}

/** A generation of the visit. `onGone`: it does not exist any more, or all of its images were deleted. */
export function useShownGeneration(id: string | null, onGone: (id: string) => void): Shown {
  const dispatch = useAppDispatch();
  const { currentData, error, isFetching } = useGenerationQuery(id ?? '', { skip: id === null });
  const isEmpty = currentData?.generated_images.length === 0;
  const gone = isEmpty || (isApiError(error) && error.status === 404);
  useEffect(() => {
    if (gone && id !== null) onGone(id);
  }, [gone, id, onGone]);
  const retry = () => {
    if (id === null) return;
    void dispatch(fetchGeneration(id));
    // It may have been given up.
    void dispatch(pollGeneration(id));
  };
  const generation = gone || id === null ? null : (currentData ?? null);
  const isLoading = id !== null && !gone && generation === null && !error;
  const failure = generation === null && !isGone(error) ? (error ?? null) : null;
  return { generation, isLoading, failure, retry, isRetrying: isFetching };
}
