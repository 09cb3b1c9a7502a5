import type { BatchWithRows } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { useStopBatchMutation } from '../../../api/endpoints/batches';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { rowsIn } from './batch-status';

interface StopDialogProps {
  batch: BatchWithRows;
  open: boolean;
  onClose: () => void;
}

const ENDING = ['waiting', 'pending', 'processing'] as const;

/** Asks first, and says what becomes of the rows and their credits. */
export function StopDialog({ batch, open, onClose }: StopDialogProps) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const [stop, { isLoading, error, reset }] = useStopBatchMutation();
  const close = () => {
    reset();
    onClose();
  };
  const press = async () => {
    const answer = await stop(batch.id);
    if (!answer.error) close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isLoading}
      title={t('stop.title')}
      actions={
        <>
          <Button onClick={close} disabled={isLoading}>
            {t('stop.no')}
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void press()}>
            {t('stop.yes')}
          </Button>
        </>
      }
    >
      <ul className="tabular grid gap-2 text-ink-2">
        {ENDING.filter((status) => rowsIn(batch, status) > 0).map((status) => (
          <li key={status}>{t(`stop.${status}`, { count: rowsIn(batch, status) })}</li>
        ))}
      </ul>
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {errorText(error, locale)}
        </p>
      ) : null}
    </Dialog>
  );
}
