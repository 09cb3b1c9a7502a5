import { REMOVED_AT_ONCE } from '@app/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { randomId } from '../../shared/random-id';
import { onOwnClock } from '../../shared/time/server-clock';
import { showToast } from '../../shared/toasts';
import { errorText } from '../../api/client/error-text';
import { useDeleteImagesMutation, useRestoreImagesMutation } from '../../api/endpoints/images';

interface Undoable {
  ids: readonly string[];
  /** Milliseconds of this machine's clock. */
  until: number;
  onRestored: () => void;
}

interface DeleteImages {
  /** Toasts the outcome, and offers to undo it for some seconds. Resolves with the ids that were deleted. */
  deleteImages: (ids: readonly string[], onRestored?: () => void) => Promise<readonly string[]>;
  /** Restores what was deleted last, while that is possible. */
  undo: () => void;
}

const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / REMOVED_AT_ONCE) }, (_, index) =>
    ids.slice(index * REMOVED_AT_ONCE, (index + 1) * REMOVED_AT_ONCE),
  );

/** Deletes images wherever they are shown. For pages whose texts include `work`. */
export function useDeleteImages(): DeleteImages {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const [sendDeletion] = useDeleteImagesMutation();
  const [restoreImages] = useRestoreImagesMutation();
  const last = useRef<Undoable | null>(null);

  const restore = async ({ ids, onRestored }: Undoable) => {
    last.current = null;
    for (const batch of inBatches(ids)) {
      const { error } = await restoreImages(batch);
      if (error) {
        showToast({ kind: 'error', text: errorText(error) });
        return;
      }
    }
    onRestored();
    showToast({ kind: 'success', text: t('removal.restored', { count: ids.length }), key: randomId() });
  };

  const deleteImages = async (ids: readonly string[], onRestored: () => void = () => undefined) => {
    const deleted: string[] = [];
    // The first batch expires first.
    let until = Infinity;
    for (const batch of inBatches(ids)) {
      const { data, error } = await sendDeletion(batch);
      if (error) {
        const text = joinSentences([t('removal.failed', { count: batch.length }), errorText(error, locale)], locale);
        showToast({ kind: 'error', text });
        break;
      }
      deleted.push(...batch);
      until = Math.min(until, onOwnClock(data.restore_until));
    }
    if (deleted.length === 0) return deleted;
    const undoable = { ids: deleted, until, onRestored };
    last.current = undoable;
    showToast({
      kind: 'success',
      text: t('removal.done', { count: deleted.length }),
      key: randomId(),
      action: { label: t('removal.undo'), run: () => void restore(undoable), until },
    });
    return deleted;
  };

  const undo = () => {
    if (last.current && last.current.until > Date.now()) void restore(last.current);
  };
  return { deleteImages, undo };
}
