import { Ban, LogIn, TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { safeRedirect } from '../config/safe-redirect';
import { capturedReturn } from '../features/session/address-secrets';
import { CallbackSteps } from '../features/session/callback-steps';
import { forgetTarget, loginAgainAddress } from '../features/session/sign-in-target';
import { useSignInCallback } from '../features/session/use-sign-in-callback';
import { useDelayed } from '../shared/hooks/use-delayed';
import { useAddress, useLocale } from '../shared/i18n/locale-context';
import { Button, ButtonLink } from '../shared/ui/actions/button';
import { StatusPage } from '../shared/ui/feedback/status-page';

/** What is over before anybody could read it is not shown. */
const SHOWN_AFTER_MS = 300;

export function Page() {
  const { t } = useTranslation('session');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const locale = useLocale();
  const navigate = useNavigate();
  const home = to('home');
  const goOn = useCallback(
    (redirect: string) => {
      forgetTarget();
      void navigate(safeRedirect(redirect, home), { replace: true });
    },
    [navigate, home],
  );
  const { step, failure, retry } = useSignInCallback(capturedReturn(), goOn);
  const visible = useDelayed(true, SHOWN_AFTER_MS);

  if (failure === null) {
    return (
      <div className={visible ? 'animate-appear' : 'invisible'}>
        <StatusPage icon={LogIn} title={t('callback.title')} details={<CallbackSteps step={step} />} />
      </div>
    );
  }
  // Only what got no answer, or failed after the tokens were in hand, can be repeated as it is.
  const repeatable = failure === 'network' || step === 'profile';
  return (
    <StatusPage
      icon={failure === 'denied' ? Ban : TriangleAlert}
      tone={failure === 'denied' ? 'plain' : 'danger'}
      title={t(`callback.failures.${failure}.title`)}
      text={t(`callback.failures.${failure}.text`)}
    >
      {repeatable ? (
        <Button variant="primary" onClick={retry}>
          {tCommon('actions.retry')}
        </Button>
      ) : (
        <ButtonLink variant="primary" to={loginAgainAddress(locale)} replace>
          {t('callback.again')}
        </ButtonLink>
      )}
      <ButtonLink to={home}>{tCommon('actions.backHome')}</ButtonLink>
    </StatusPage>
  );
}
