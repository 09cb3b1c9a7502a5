import { CircleCheck, Mail, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/client/api-error';
import { errorText } from '../api/client/error-text';
import { useUnsubscribeMutation } from '../api/endpoints/users';
import { capturedEmailToken } from '../features/session/address-secrets';
import { useAddress, useLocale } from '../shared/i18n/locale-context';
import { Button, ButtonLink } from '../shared/ui/actions/button';
import { StatusPage } from '../shared/ui/feedback/status-page';

/** Works without signing in, by a button: programs that open every link of a mail must not stop what people want. */
export function Page() {
  const { t } = useTranslation('session');
  const locale = useLocale();
  const token = capturedEmailToken();
  const [unsubscribe, { isLoading, isSuccess, error }] = useUnsubscribeMutation();

  if (isSuccess) {
    return (
      <StatusPage icon={CircleCheck} tone="ok" title={t('unsubscribe.doneTitle')} text={t('unsubscribe.done')}>
        <SettingsLink />
      </StatusPage>
    );
  }
  const isUseless = token === null || (isApiError(error) && error.code === 'NOT_FOUND');
  const isFailed = isUseless || error !== undefined;
  const ownText = t(token === null ? 'unsubscribe.noToken' : isUseless ? 'unsubscribe.invalid' : 'unsubscribe.text');
  return (
    <StatusPage
      icon={isFailed ? TriangleAlert : Mail}
      tone={isFailed ? 'danger' : 'plain'}
      title={t(isFailed ? 'unsubscribe.failed' : 'unsubscribe.title')}
      text={isFailed && !isUseless ? errorText(error, locale) : ownText}
    >
      {isUseless ? (
        <SettingsLink />
      ) : (
        <Button variant="primary" busy={isLoading} onClick={() => void unsubscribe({ token })}>
          {t('unsubscribe.confirm')}
        </Button>
      )}
    </StatusPage>
  );
}

function SettingsLink() {
  const { t } = useTranslation('session');
  const to = useAddress();
  return (
    <ButtonLink variant="primary" to={to('profile', { query: { tab: 'settings' } })}>
      {t('unsubscribe.settings')}
    </ButtonLink>
  );
}
