import { useTranslation } from 'react-i18next';
import { showToast } from '../../shared/toasts';

const UNDO_MS = 10_000;

/** Says that something of the draft is gone, which can be had back for a while. */
export function useUndoToast(): (text: string, undo: () => void) => void {
  const { t } = useTranslation('batch');
  return (text, undo) =>
    showToast({
      kind: 'info',
      key: 'batch-draft',
      text,
      action: { label: t('undo'), run: undo },
      duration: UNDO_MS,
    });
}
