import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { safeRedirect } from '../config/safe-redirect';
import { capturedReturn } from '../features/session/address-secrets';
import { CallbackSteps } from '../features/session/callback-steps';
import { useSignInCallback } from '../features/session/use-sign-in-callback';
import { useDelayed } from '../shared/hooks/use-delayed';
import { useAddress } from '../shared/i18n/locale-context';
import { Button, ButtonLink } from '../shared/ui/actions/button';
import { ErrorState } from '../shared/ui/feedback/error-state';

/** What is over before anybody could read it is not shown. */
const SHOWN_AFTER_MS = 300;

export function Page() {
  const { t } = useTranslation('session');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const navigate = useNavigate();
  const home = to('home');
  const goOn = useCallback(
    (redirect: string) => void navigate(safeRedirect(redirect, home), { replace: true }),
    [navigate, home],
  );
  const { step, failure, retry } = useSignInCallback(capturedReturn(), goOn);
  const visible = useDelayed(true, SHOWN_AFTER_MS);

  if (failure === null) {
    return (
      <div className="mx-auto grid w-full max-w-[26rem] gap-6 px-(--gutter) py-28" aria-busy="true">
        <div className={visible ? 'grid animate-appear gap-6' : 'invisible grid gap-6'}>
          <h1 className="text-2xl">{t('callback.title')}</h1>
          <CallbackSteps step={step} />
        </div>
      </div>
    );
  }
  // Only what got no answer, or failed after the tokens were in hand, can be repeated as it is.
  const repeatable = failure === 'network' || step === 'profile';
  const backHome = <ButtonLink to={home}>{tCommon('actions.backHome')}</ButtonLink>;
  return (
    <div className="reading grid gap-6 py-18">
      <h1 className="text-2xl">{t('callback.failedTitle')}</h1>
      <ErrorState
        title={t(`callback.failures.${failure}.title`)}
        text={t(`callback.failures.${failure}.text`)}
        action={
          <>
            {repeatable ? (
              <Button variant="primary" onClick={retry}>
                {tCommon('actions.retry')}
              </Button>
            ) : (
              <ButtonLink variant="primary" to={to('login')} replace>
                {t('callback.again')}
              </ButtonLink>
            )}
            {backHome}
          </>
        }
      />
    </div>
  );
}
