import type { Generation } from '@app/contracts';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { checkGeneration, generationHeard } from '../../../api/follow-work';
import { isWaiting, useTakeBackMutation } from '../../../api/endpoints/images';
import { useAppDispatch, useAppSelector } from '../../../api/state';
import { showToast } from '../../../shared/toasts';

interface TakeBack {
  /** As far as this tab knows, nobody has begun with it. */
  possible: boolean;
  busy: boolean;
  /** Answers whether it was taken back; if not, the person was told why. */
  run: () => Promise<boolean>;
}

/** Takes a generation back while it waits, wherever on the page that is asked for. */
export function useTakeBack(generation: Generation): TakeBack {
  const dispatch = useAppDispatch();
  const { id } = generation;
  // One key, so that every button for this generation is busy while one of them is.
  const [send, { isLoading }] = useTakeBackMutation({ fixedCacheKey: `take-back:${id}` });
  // The first word of the engine may come before the row says that work has begun.
  const begun = useAppSelector(({ work }) => generation.generated_images.some((picture) => work.progress[picture.id]));

  const run = async () => {
    const { data, error } = await send(id);
    if (data) {
      dispatch(generationHeard(data));
      return true;
    }
    if (isApiError(error) && error.status !== 401) {
      const tooLate = error.code === 'GENERATION_NOT_CANCELLABLE';
      showToast({ kind: tooLate ? 'info' : 'error', key: `take-back:${id}`, text: errorText(error) });
      // It has moved on, or the answer was lost on its way; the watch goes on in either case.
      void dispatch(checkGeneration(id));
    }
    return false;
  };

  return { possible: isWaiting(generation) && !begun, busy: isLoading, run };
}
