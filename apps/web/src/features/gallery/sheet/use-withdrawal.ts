import type { GalleryItem } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { checkGeneration, generationHeard } from '../../../api/follow-work';
import { isWaiting, useGenerationQuery, useTakeBackMutation } from '../../../api/endpoints/images';
import { useAppDispatch, useAppSelector } from '../../../api/state';
import { formatCredits } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { isOpen } from './picture-states';
import { useShelf } from './shelf-context';

export interface Withdrawal {
  /**
   * What becomes of its credits. `returned`: nobody has begun, and if somebody does meanwhile, nothing happens at all;
   * `unlessBegun`: they come back unless work on it begins at this moment; `charged`: it is finished and paid for.
   */
  fate: 'returned' | 'unlessBegun' | 'charged';
  credits: number;
  run: () => Promise<void>;
}

/** Gives up a picture that is still to come. Null for others, and as long as its price is not known. */
export function useWithdrawal(item: GalleryItem): Withdrawal | null {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const shelf = useShelf();
  const dispatch = useAppDispatch();
  const open = isOpen(item);
  const { generation_id: generationId } = item;
  const { data: generation } = useGenerationQuery(open ? generationId : skipToken);
  const [takeBack] = useTakeBackMutation({ fixedCacheKey: `take-back:${generationId}` });
  // The first word of the engine may come before the row says that work has begun.
  const begun = useAppSelector(({ work }) => item.status === 'processing' || work.progress[item.id] !== undefined);
  if (!open || !generation) return null;

  const credits = generation.unit_price;
  const takeWholeBack = async () => {
    const { data, error } = await takeBack(generationId);
    if (data) {
      dispatch(generationHeard(data));
      const formatted = formatCredits(credits, locale);
      showToast({ kind: 'success', text: t('withdrawal.done', { count: credits, formatted }) });
      return;
    }
    if (!isApiError(error) || error.status === 401) return;
    const tooLate = error.code === 'GENERATION_NOT_CANCELLABLE';
    showToast({ kind: tooLate ? 'info' : 'error', key: `take-back:${generationId}`, text: errorText(error) });
    void dispatch(checkGeneration(generationId));
  };
  // One picture of several cannot be taken back by itself, but it can be deleted.
  const alone = generation.count === 1 && isWaiting(generation);
  if (!begun && alone) return { fate: 'returned', credits, run: takeWholeBack };
  const run = async () => void (await shelf.remove([item.id]));
  return { fate: begun ? 'charged' : 'unlessBegun', credits, run };
}
