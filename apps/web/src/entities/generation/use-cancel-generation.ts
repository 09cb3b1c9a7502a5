import { useCallback } from 'react';
import { isApiError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { useCancelGenerationMutation } from '../../api/endpoints/generations';
import { showToast } from '../../shared/toasts';
import { useAppDispatch } from '../app-state';
import { applyGenerationUpdate, fetchGeneration } from './generation-events';

interface CancelGeneration {
  isCancelling: boolean;
  /** Resolves with whether it was cancelled; if not, a toast has said why. */
  cancel: () => Promise<boolean>;
}

/** Cancels a generation that no worker has begun with. */
export function useCancelGeneration(id: string): CancelGeneration {
  const dispatch = useAppDispatch();
  // One key, so that every button for this generation is busy while one of them is.
  const key = `cancel:${id}`;
  const [send, { isLoading }] = useCancelGenerationMutation({ fixedCacheKey: key });

  const cancel = useCallback(async () => {
    const { data, error } = await send(id);
    if (data) {
      dispatch(applyGenerationUpdate(data));
      return true;
    }
    if (isApiError(error) && error.status !== 401) {
      const isTooLate = error.code === 'GENERATION_NOT_CANCELLABLE';
      showToast({ kind: isTooLate ? 'info' : 'error', key, text: errorText(error) });
      // It has moved on, or the answer was lost on its way.
      void dispatch(fetchGeneration(id));
    }
    return false;
  }, [dispatch, id, key, send]);

  return { isCancelling: isLoading, cancel };
}
