import { REMOVED_AT_ONCE } from '@app/contracts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { randomId } from '../shared/random-id';
import { onOwnClock } from '../shared/server-clock';
import { showToast } from '../shared/toasts';
import { errorText } from './client/error-text';
import { useRemovePicturesMutation, useRestorePicturesMutation } from './endpoints/removal-api';

interface Undoable {
  ids: readonly string[];
  /** Milliseconds of this machine's clock. */
  until: number;
  onBack: () => void;
}

export interface Removal {
  /**
   * By the pictures' ids. Says how it went, and offers to have them back for some seconds. Answers ids that are gone; the
   * others the server refused. `onBack`: they are there again.
   */
  remove: (ids: readonly string[], onBack?: () => void) => Promise<readonly string[]>;
  /** Brings back what was removed last, while it can be. */
  undo: () => void;
}

const inPortions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / REMOVED_AT_ONCE) }, (_, index) =>
    ids.slice(index * REMOVED_AT_ONCE, (index + 1) * REMOVED_AT_ONCE),
  );

/** Removes pictures from wherever they are shown. For pages whose texts include `work`. */
export function useRemoval(): Removal {
  const { t } = useTranslation('work');
  const [removePictures] = useRemovePicturesMutation();
  const [restorePictures] = useRestorePicturesMutation();
  const last = useRef<Undoable | null>(null);

  const restore = async ({ ids, onBack }: Undoable) => {
    last.current = null;
    for (const portion of inPortions(ids)) {
      const { error } = await restorePictures(portion);
      if (error) {
        showToast({ kind: 'error', text: errorText(error) });
        return;
      }
    }
    onBack();
    showToast({ kind: 'success', text: t('removal.restored', { count: ids.length }), key: randomId() });
  };

  const remove = async (ids: readonly string[], onBack: () => void = () => undefined) => {
    const gone: string[] = [];
    // The first portion's time runs out first.
    let until = Infinity;
    for (const portion of inPortions(ids)) {
      const { data, error } = await removePictures(portion);
      if (error) {
        showToast({ kind: 'error', text: `${t('removal.failed', { count: portion.length })} ${errorText(error)}` });
        break;
      }
      gone.push(...portion);
      until = Math.min(until, onOwnClock(data.restore_until));
    }
    if (gone.length === 0) return gone;
    const undoable = { ids: gone, until, onBack };
    last.current = undoable;
    showToast({
      kind: 'success',
      text: t('removal.done', { count: gone.length }),
      // The same picture may be deleted again before this message has gone.
      key: randomId(),
      action: { label: t('removal.undo'), run: () => void restore(undoable), until },
    });
    return gone;
  };

  const undo = () => {
    if (last.current && last.current.until > Date.now()) void restore(last.current);
  };
  return { remove, undo };
}
