import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useResendVerificationMutation, useVerifyEmailMutation } from '../api/endpoints/auth';
import { errorText } from '../api/client/error-text';
import { loadProfile } from '../api/auth/session';
import { useUser } from '../api/auth/use-session';
import { useAppDispatch } from '../entities/app-state';
import { capturedEmailToken } from '../features/session/address-secrets';
import { useAddress, useLocale } from '../shared/i18n/locale-context';
import { Button, ButtonLink } from '../shared/ui/actions/button';
import { ErrorState } from '../shared/ui/feedback/error-state';

/** The token is posted by a button: programs that open every link of a mail must not use it up. */
export function Page() {
  const { t } = useTranslation('session');
  const locale = useLocale();
  const dispatch = useAppDispatch();
  const token = capturedEmailToken();
  const [verify, { isLoading, isSuccess, error }] = useVerifyEmailMutation();

  const confirm = async () => {
    if (token === null) return;
    const { error: refused } = await verify({ token });
    // The profile shows the confirmation; whoever is signed out simply has none.
    if (!refused) await dispatch(loadProfile({ force: true })).catch(() => undefined);
  };

  return (
    <div className="reading grid gap-6 py-18">
      <h1 className="text-3xl">{t('verify.title')}</h1>
      {isSuccess ? (
        <Confirmed />
      ) : (
        <>
          {token === null || error ? (
            <ErrorState
              title={t('verify.failed')}
              text={token === null ? t('verify.noToken') : errorText(error, locale)}
              action={<Resend />}
            />
          ) : null}
          {token === null ? null : (
            <>
              <p className="text-lg text-ink-2">{t('verify.text')}</p>
              <Button
                variant="primary"
                size="lg"
                className="justify-self-start"
                busy={isLoading}
                onClick={() => void confirm()}
              >
                {t('verify.confirm')}
              </Button>
            </>
          )}
        </>
      )}
    </div>
  );
}

function Confirmed() {
  const { t } = useTranslation('session');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  return (
    <div role="status" className="grid justify-items-start gap-6">
      <p className="flex items-center gap-3 text-lg">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-ok-text" />
        {t('verify.done')}
      </p>
      <ButtonLink variant="primary" to={to('generate')}>
        {tCommon('nav.generate')}
      </ButtonLink>
    </div>
  );
}

function Resend() {
  const { t } = useTranslation('session');
  const user = useUser();
  const to = useAddress();
  const [resend, { isLoading, isSuccess }] = useResendVerificationMutation();
  if (isSuccess) return <p role="status">{t('verify.sent')}</p>;
  if (!user) {
    return (
      <ButtonLink to={to('login', { query: { redirect: to('verifyEmail') } })}>{t('verify.signInFirst')}</ButtonLink>
    );
  }
  return (
    <Button busy={isLoading} onClick={() => void resend()}>
      {t('verify.resend')}
    </Button>
  );
}
