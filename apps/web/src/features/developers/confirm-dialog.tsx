import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/actions/button';
import { Dialog } from '../../shared/ui/overlays/dialog';
import type { FocusFallback } from '../../shared/ui/overlays/dialog-props';
import { FormError } from './form-error';

interface ConfirmDialogProps {
  title: string;
  text: string;
  yes: string;
  isDanger?: boolean;
  fallback: FocusFallback;
  busy: boolean;
  error: unknown;
  onYes: () => void;
  onClose: () => void;
}

/** Says what would follow, before it does. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, yes, isDanger = false, fallback, busy, error, onYes, onClose } = props;
  const { t } = useTranslation('developers');
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      description={text}
      fallback={fallback}
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
