import type { Generation } from '@app/contracts';
import { useEffect } from 'react';
import { isApiError } from '../../../api/client/api-error';
import { useGenerationQuery } from '../../../api/endpoints/generations';

/**
 * A generation of the visit as far as it is known; null while it is asked for and without an id. `onGone`: it does not
 * exist any more, or all of its images were deleted.
 */
export function useShownGeneration(id: string | null, onGone: (id: string) => void): Generation | null {
  const { currentData, error } = useGenerationQuery(id ?? '', { skip: id === null });
  const isEmpty = currentData?.generated_images.length === 0;
  const gone = isEmpty || (isApiError(error) && error.status === 404);
  useEffect(() => {
    if (gone && id !== null) onGone(id);
  }, [gone, id, onGone]);
  return gone || id === null ? null : (currentData ?? null);
}
