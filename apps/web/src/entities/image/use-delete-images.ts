import { REMOVED_AT_ONCE, UNDO_SECONDS } from '@app/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { randomId } from '../../shared/browser/random-id';
import { onOwnClock } from '../../shared/time/server-clock';
import { showToast, type ToastMessage } from '../../shared/toasts';
import { isApiError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { isUnanswered } from '../../api/client/intent-keys';
import { useDeleteImagesMutation, useRestoreImagesMutation } from '../../api/endpoints/image-deletion';

interface Undoable {
  ids: readonly string[];
  /** Milliseconds of this machine's clock. */
  until: number;
  onRestored: () => void;
}

const isOver = ({ until }: Undoable): boolean => until <= Date.now();

export interface DeleteImages {
  /** Toasts the outcome, and offers to undo it for some seconds. Resolves with the ids that are known to be gone. */
  deleteImages: (ids: readonly string[], onRestored?: () => void) => Promise<readonly string[]>;
  /** Restores what was deleted last, while that is possible. */
  undo: () => void;
}

const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / REMOVED_AT_ONCE) }, (_, index) =>
    ids.slice(index * REMOVED_AT_ONCE, (index + 1) * REMOVED_AT_ONCE),
  );

/** Whether another attempt may succeed: no answer came, or one of a server in trouble. */
const isPassing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Brings images back; what stays away for now can be asked for again. */
function useRestore() {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const [restoreImages] = useRestoreImagesMutation();
  const last = useRef<Undoable | null>(null);

  const offer = (undoable: Undoable, message: Pick<ToastMessage, 'kind' | 'text'>) => {
    last.current = undoable;
    const { until } = undoable;
    const action = { label: t('removal.undo'), run: () => void restore(undoable), until };
    showToast({ ...message, key: randomId(), action });
  };

  const restore = async (undoable: Undoable) => {
    last.current = null;
    const batches = inBatches(undoable.ids);
    for (const [index, batch] of batches.entries()) {
      const { error } = await restoreImages(batch);
      if (!error) continue;
      const ids = batches.slice(index).flat();
      const text = joinSentences([t('removal.notRestored', { count: ids.length }), errorText(error, locale)], locale);
      if (isPassing(error) && !isOver(undoable)) offer({ ...undoable, ids }, { kind: 'error', text });
      else showToast({ kind: 'error', text });
      return;
    }
    undoable.onRestored();
    const text = t('removal.restored', { count: undoable.ids.length });
    showToast({ kind: 'success', text, key: randomId() });
  };

  const undo = () => {
    if (last.current && !isOver(last.current)) void restore(last.current);
  };
  return { offer, undo };
}

/** Deletes images wherever they are shown. For pages whose texts include `work`. */
export function useDeleteImages(): DeleteImages {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const [sendDeletion] = useDeleteImagesMutation();
  const { offer, undo } = useRestore();

  const deleteImages = async (ids: readonly string[], onRestored: () => void = () => undefined) => {
    const gone: string[] = [];
    const deleted: string[] = [];
    let unknown: readonly string[] = [];
    let failure: unknown = null;
    // The first batch expires first.
    let until = Infinity;
    for (const batch of inBatches(ids)) {
      const { data, error } = await sendDeletion(batch);
      if (error) {
        failure = error;
        if (isUnanswered(error)) {
          unknown = batch;
          until = Math.min(until, Date.now() + UNDO_SECONDS * 1000);
        }
        break;
      }
      gone.push(...batch);
      // Without those that were deleted elsewhere, before: together with them nothing would come back.
      deleted.push(...data.deleted);
      until = Math.min(until, onOwnClock(data.restore_until));
    }
    // To restore what was not deleted changes nothing.
    const undoable = { ids: [...deleted, ...unknown], until, onRestored };
    if (failure !== null) {
      const kept = ids.length - gone.length - unknown.length;
      const sentences = [
        unknown.length > 0 ? t('removal.unknown', { count: unknown.length }) : null,
        kept > 0 ? t('removal.failed', { count: kept }) : null,
        errorText(failure, locale),
      ];
      const message = { kind: 'error', text: joinSentences(sentences, locale) } as const;
      if (unknown.length > 0) offer(undoable, message);
      else showToast(message);
    }
    if (deleted.length > 0) {
      offer(undoable, { kind: 'success', text: t('removal.done', { count: deleted.length }) });
    }
    return gone;
  };
  return { deleteImages, undo };
}
