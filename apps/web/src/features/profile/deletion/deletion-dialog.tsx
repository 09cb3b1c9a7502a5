import type { User } from '@app/contracts';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { errorProps } from '../../../api/client/error-text';
import { useOnline } from '../../../shared/browser/use-online';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { DialogFoot } from '../../../shared/ui/overlays/dialog-foot';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { TextField } from '../../../shared/ui/forms/text-field';
import { DeletionSummary } from './deletion-summary';
import { useDeletion } from './use-deletion';

interface DeletionDialogProps {
  user: User;
  open: boolean;
  onClose: () => void;
}

export function DeletionDialog({ user, open, onClose }: DeletionDialogProps) {
  const { t } = useTranslation('profile');
  const [step, setStep] = useState<'read' | 'prove'>('read');
  const deletion = useDeletion();
  const close = () => {
    setStep('read');
    deletion.forget();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} busy={deletion.busy} title={t('deletion.title')}>
      {step === 'read' ? (
        <DeletionSummary user={user} onKeep={close} onNext={() => setStep('prove')} />
      ) : (
        <Proof user={user} deletion={deletion} onKeep={close} />
      )}
    </Dialog>
  );
}

interface ProofProps {
  user: User;
  deletion: ReturnType<typeof useDeletion>;
  onKeep: () => void;
}

const same = (typed: string, wanted: string): boolean => typed.trim().toLowerCase() === wanted.trim().toLowerCase();

function Proof({ user, deletion, onKeep }: ProofProps) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const online = useOnline();
  const wanted = user.email ?? user.name;
  const meant = same(typed, wanted);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (meant && online) void deletion.run();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        ref={field}
        label={t('deletion.proof', { text: wanted })}
        hint={t('deletion.proofHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {deletion.error ? <ErrorState title={t('deletion.failed')} {...errorProps(deletion.error, locale)} /> : null}
      <p role="status" className="text-sm text-danger-text">
        {online ? null : t('deletion.offline')}
      </p>
      <DialogFoot>
        <Button onClick={onKeep} disabled={deletion.busy}>
          {t('deletion.keep')}
        </Button>
        <Button type="submit" variant="danger" disabled={!meant || !online} busy={deletion.busy}>
          {t('deletion.confirm')}
        </Button>
      </DialogFoot>
    </form>
  );
}
