import type { User } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/actions/button';
import { DeletionDialog } from './deletion-dialog';

export function DeleteAccount({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('deletion.text')}</p>
      <Button onClick={() => setOpen(true)}>{t('deletion.start')}</Button>
      <DeletionDialog user={user} open={open} onClose={() => setOpen(false)} />
    </div>
  );
}
