import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/actions/button';
import { CopyButton } from '../../shared/ui/actions/copy-button';
import { Dialog } from '../../shared/ui/overlays/dialog';
import type { FocusFallback } from '../../shared/ui/overlays/dialog-props';

interface SecretDialogProps {
  title: string;
  text: string;
  secret: string;
  fallback: FocusFallback;
  onClose: () => void;
}

/** A key or a secret, shown this once: only the button that says it is stored closes it. */
export function SecretDialog({ title, text, secret, fallback, onClose }: SecretDialogProps) {
  const { t } = useTranslation('developers');
  const shown = useRef<HTMLElement>(null);
  const done = useRef<HTMLButtonElement>(null);
  const [isWarned, setWarned] = useState(false);
  const warn = () => {
    setWarned(true);
    done.current?.focus();
  };
  return (
    <Dialog
      open
      onClose={warn}
      title={title}
      description={text}
      fallback={fallback}
      actions={
        <Button ref={done} variant="primary" onClick={onClose}>
          {t('secret.done')}
        </Button>
      }
    >
      <div className="grid min-w-0 grid-cols-1 gap-2">
        <code ref={shown} className="block rounded-control border border-line bg-surface p-3 text-sm wrap-break-word">
          {secret}
        </code>
        <CopyButton text={secret} label={t('secret.copy')} place={shown} className="-ms-4 justify-self-start" />
        <p className="text-sm text-amber-text">{t('secret.once')}</p>
        {isWarned ? (
          <p role="alert" className="text-sm text-danger-text">
            {t('secret.unstored', { done: t('secret.done') })}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
