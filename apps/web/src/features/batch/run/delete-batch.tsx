import type { BatchWithRows } from '@app/contracts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../../api/client/error-text';
import { useDeleteBatchMutation } from '../../../api/endpoints/batches';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { useIsHere } from '../use-is-here';
import { haveAllRowsEnded } from './batch-status';

/** Once its last row has ended. Asks first, and says what goes and what stays. */
export function DeleteBatch({ batch }: { batch: BatchWithRows }) {
  const { t } = useTranslation('batch');
  const [isAsked, setAsked] = useState(false);
  if (!haveAllRowsEnded(batch)) return null;
  return (
    <>
      <Button variant="ghost" icon={<Trash2 aria-hidden="true" className="size-4" />} onClick={() => setAsked(true)}>
        {t('actions.delete')}
      </Button>
      <DeleteDialog id={batch.id} open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

function DeleteDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const navigate = useNavigate();
  const to = useAddress();
  const isHere = useIsHere();
  // State is a render late; a double click is faster.
  const isSent = useRef(false);
  const [remove, { isLoading, error, reset }] = useDeleteBatchMutation();
  const close = () => {
    reset();
    onClose();
  };
  const press = async () => {
    if (isSent.current) return;
    isSent.current = true;
    const answer = await remove(id);
    isSent.current = answer.error === undefined;
    if (answer.error) return;
    showToast({ kind: 'success', text: t('delete.done') });
    if (isHere.current) void navigate(to('batch'));
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isLoading}
      title={t('delete.title')}
      description={t('delete.text')}
      actions={
        <>
          <Button onClick={close} disabled={isLoading}>
            {t('delete.no')}
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void press()}>
            {t('delete.yes')}
          </Button>
        </>
      }
    >
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {errorText(error, locale)}
        </p>
      ) : null}
    </Dialog>
  );
}
