import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/actions/button';
import { CopyButton } from '../../shared/ui/actions/copy-button';
import { Dialog } from '../../shared/ui/overlays/dialog';

interface SecretDialogProps {
  title: string;
  text: string;
  secret: string;
  onClose: () => void;
}

/** A key or a secret, shown this once. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  const { t } = useTranslation('developers');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <p className="prose">
          <code>{secret}</code>
        </p>
        <CopyButton text={secret} label={t('secret.copy')} className="justify-self-start" />
        <p className="text-sm text-amber-text">{t('secret.once')}</p>
      </div>
    </Dialog>
  );
}
