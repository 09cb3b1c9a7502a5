import { EXPORTED_AT_ONCE } from '@app/contracts';
import { FolderDown, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateArchiveMutation } from '../../../api/removal-api';
import { errorText } from '../../../api/error-text';
import { useOnline } from '../../../shared/hooks/use-online';
import { formatNumber } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { saveAddress } from '../../../shared/save-file';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/button';
import { ConfirmRemoval } from '../sheet/confirm-removal';
import { focusBeside } from '../sheet/card-places';
import { isRemovable, useShelf } from '../sheet/shelf-context';
import type { Selection } from './use-selection';

/** What one does with all pictures that are selected; it stays in sight below the sheet. */
export function SelectionBar({ selection, confirming, onConfirming }: SelectionBarProps) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const shelf = useShelf();
  const online = useOnline();
  const removeButton = useRef<HTMLButtonElement>(null);
  const removable = selection.chosen.filter(isRemovable).map(({ id }) => id);
  const count = selection.chosen.length;

  const remove = async () => {
    onConfirming(false);
    focusBeside(removable);
    const gone = await shelf.remove(removable);
    selection.drop(gone);
    if (gone.length === count) selection.stop();
  };
  const keep = () => {
    onConfirming(false);
    requestAnimationFrame(() => removeButton.current?.focus());
  };
  return (
    <section
      aria-label={t('selection.label')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-control border border-line bg-raised p-3 shadow-sheet"
    >
      <p role="status" className="tabular me-auto px-1 text-sm font-semibold">
        {t('selection.count', { count, formatted: formatNumber(count, locale) })}
      </p>
      {confirming && removable.length > 0 ? (
        <ConfirmRemoval count={removable.length} onRemove={() => void remove()} onKeep={keep} />
      ) : (
        <>
          <Button variant="ghost" onClick={selection.togglePage}>
            {selection.wholePage ? t('selection.pageOff') : t('selection.page')}
          </Button>
          <ArchiveButton selection={selection} />
          <Button
            ref={removeButton}
            variant="ghost"
            disabled={removable.length === 0 || !online}
            title={online ? undefined : t('removal.offline')}
            onClick={() => onConfirming(true)}
            className="text-danger-text enabled:hover:text-danger-text"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
          >
            {t('removal.action')}
          </Button>
          <Button onClick={selection.stop}>{t('selection.done')}</Button>
        </>
      )}
    </section>
  );
}

interface SelectionBarProps {
  selection: Selection;
  confirming: boolean;
  onConfirming: (on: boolean) => void;
}

function ArchiveButton({ selection }: { selection: Selection }) {
  const { t } = useTranslation('gallery');
  const online = useOnline();
  const [createArchive] = useCreateArchiveMutation();
  const [busy, setBusy] = useState(false);
  const delivered = selection.chosen.filter(({ status }) => status === 'completed').map(({ id }) => id);
  const save = async () => {
    if (delivered.length > EXPORTED_AT_ONCE) {
      showToast({ kind: 'info', text: t('selection.tooMany', { max: EXPORTED_AT_ONCE }) });
      return;
    }
    setBusy(true);
    const { data, error } = await createArchive(delivered);
    setBusy(false);
    if (error) {
      showToast({ kind: 'error', text: errorText(error) });
      return;
    }
    saveAddress(data.url);
    showToast({ kind: 'success', text: t('selection.archive', { count: delivered.length }) });
  };
  return (
    <Button
      busy={busy}
      disabled={delivered.length === 0 || !online}
      onClick={() => void save()}
      icon={<FolderDown aria-hidden="true" className="size-4" />}
    >
      {t('selection.zip')}
    </Button>
  );
}
