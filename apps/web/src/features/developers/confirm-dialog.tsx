import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/actions/button';
import { Dialog } from '../../shared/ui/overlays/dialog';
import { FormError } from './form-error';

interface ConfirmDialogProps {
  title: string;
  text: string;
  yes: string;
  isDanger?: boolean;
  busy: boolean;
  error: unknown;
  onYes: () => void;
  onClose: () => void;
}

/** Says what would follow, before it does. */
export function ConfirmDialog({ title, text, yes, isDanger = false, busy, error, onYes, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('developers');
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <FormError error={error} />
    </Dialog>
  );
}
