import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { closeSession } from '../../api/auth/session';
import { errorProps } from '../../api/client/error-text';
import { useSignOutEverywhereMutation } from '../../api/endpoints/auth';
import { webSettings } from '../../config/web-env';
import { useAppDispatch } from '../../entities/app-state';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { showToast } from '../../shared/toasts';
import { Button } from '../../shared/ui/actions/button';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Dialog } from '../../shared/ui/overlays/dialog';

export function SignOutEverywhere() {
  const { t } = useTranslation('profile');
  const to = useAddress();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('everywhere.text')}</p>
      {webSettings.publicApi ? (
        <p className="text-ink-2">
          {t('everywhere.keys')}{' '}
          <Link to={to('api', { query: { tab: 'keys' } })} className="underline underline-offset-4">
            {t('everywhere.keysLink')}
          </Link>
        </p>
      ) : null}
      <Button icon={<LogOut aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
        {t('everywhere.start')}
      </Button>
      <Question open={open} onClose={() => setOpen(false)} />
    </div>
  );
}

function Question({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const dispatch = useAppDispatch();
  const [signOut, { isLoading, error, reset }] = useSignOutEverywhereMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if ((await signOut()).error) return;
    showToast({ kind: 'success', key: 'session', text: t('everywhere.done') });
    dispatch(closeSession('signed-out-everywhere'));
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={isLoading}
      title={t('everywhere.question')}
      description={t('everywhere.effect')}
      actions={
        <>
          <Button onClick={close} disabled={isLoading}>
            {t('everywhere.stay')}
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
            {t('everywhere.confirm')}
          </Button>
        </>
      }
    >
      {error ? <ErrorState title={t('everywhere.failed')} {...errorProps(error, locale)} /> : null}
    </Dialog>
  );
}
