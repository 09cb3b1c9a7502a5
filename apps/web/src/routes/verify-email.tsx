import { CircleCheck, Mail, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useVerifyEmailMutation } from '../api/endpoints/auth';
import { isApiError } from '../api/client/api-error';
import { errorText } from '../api/client/error-text';
import { loadProfile } from '../api/auth/session';
import { useResendVerification } from '../api/auth/use-resend-verification';
import { useUser } from '../api/auth/use-session';
import { useAppDispatch } from '../entities/app-state';
import { capturedEmailToken } from '../features/session/address-secrets';
import { useAddress, useLocale } from '../shared/i18n/locale-context';
import { Button, ButtonLink } from '../shared/ui/actions/button';
import { StatusPage } from '../shared/ui/feedback/status-page';

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
    // The profile shows the confirmation; a visitor has none.
    if (!refused) await dispatch(loadProfile({ force: true })).catch(() => undefined);
  };

  if (isSuccess) return <Confirmed />;
  const isUseless = token === null || (isApiError(error) && error.code === 'EMAIL_TOKEN_INVALID');
  const isFailed = isUseless || error !== undefined;
  return (
    <StatusPage
      icon={isFailed ? TriangleAlert : Mail}
      tone={isFailed ? 'danger' : 'plain'}
      title={t(isFailed ? 'verify.failed' : 'verify.title')}
      text={token === null ? t('verify.noToken') : error ? errorText(error, locale) : t('verify.text')}
    >
      {isUseless ? (
        <Resend />
      ) : (
        <Button variant="primary" busy={isLoading} onClick={() => void confirm()}>
          {t('verify.confirm')}
        </Button>
      )}
    </StatusPage>
  );
}

function Confirmed() {
  const { t } = useTranslation('session');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  return (
    <StatusPage icon={CircleCheck} tone="ok" title={t('verify.doneTitle')} text={t('verify.done')}>
      <ButtonLink variant="primary" to={to('generate')}>
        {tCommon('nav.generate')}
      </ButtonLink>
    </StatusPage>
  );
}

function Resend() {
  const { t } = useTranslation('session');
  const user = useUser();
  const to = useAddress();
  const { resend, isLoading, isSuccess } = useResendVerification();
  if (isSuccess) return <p role="status">{t('verify.sent')}</p>;
  if (!user) {
    return (
      <ButtonLink variant="primary" to={to('login', { query: { redirect: to('verifyEmail') } })}>
        {t('verify.signInFirst')}
      </ButtonLink>
    );
  }
  return (
    <Button variant="primary" busy={isLoading} onClick={() => void resend()}>
      {t('verify.resend')}
    </Button>
  );
}
