import { isOpen, type GalleryItem } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { useGenerationQuery } from '../../api/endpoints/generations';
import { useAppSelector } from '../app-state';
import { isWaiting } from '../generation/generation-status';
import { useCancelGeneration } from '../generation/use-cancel-generation';
import { formatCredits } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { showToast } from '../../shared/toasts';
import type { DeleteImages } from './use-delete-images';

export interface CancelImage {
  /**
   * `returned`: the generation waits, and nothing happens if it begins meanwhile; `unlessBegun`: the image is deleted, and
   * its credits come back unless work on it begins at this moment; `charged`: it will be finished and paid for.
   */
  creditsOutcome: 'returned' | 'unlessBegun' | 'charged';
  credits: number;
  run: () => Promise<void>;
}

/**
 * Cancels or deletes an image that is still to come. Null for others, and as long as its price is not known. For pages
 * whose texts include `work`.
 */
export function useCancelImage(
  item: GalleryItem,
  { deleteImages }: Pick<DeleteImages, 'deleteImages'>,
): CancelImage | null {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const open = isOpen(item);
  const { data: generation } = useGenerationQuery(open ? item.generation_id : skipToken);
  const { cancel } = useCancelGeneration(item.generation_id);
  // Progress may arrive before the status says that work has begun.
  const begun = useAppSelector(
    ({ generationJobs }) => item.status === 'processing' || generationJobs.progress[item.id] !== undefined,
  );
  if (!open || !generation) return null;

  const credits = generation.unit_price;
  const cancelGeneration = async () => {
    if (!(await cancel())) return;
    const formatted = formatCredits(credits, locale);
    showToast({ kind: 'success', text: t('cancel.done', { count: credits, formatted }) });
  };
  // One image of several cannot be cancelled by itself, but it can be deleted.
  const isAlone = generation.count === 1 && isWaiting(generation);
  if (!begun && isAlone) return { creditsOutcome: 'returned', credits, run: cancelGeneration };
  const run = async () => void (await deleteImages([item.id]));
  return { creditsOutcome: begun ? 'charged' : 'unlessBegun', credits, run };
}
