import type { Locale } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router-dom';
import type { ApiError } from '../api/client/api-error';
import { errorText } from '../api/client/error-text';
import { FailedPage } from '../shared/ui/feedback/failed-page';

/** A page whose data could not be loaded, with a retry. */
export function OutageNotice({ error, locale }: { error: ApiError; locale: Locale }) {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  return (
    <FailedPage
      title={t('state.notLoaded')}
      text={errorText(error, locale)}
      requestId={error.requestId}
      retrying={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  );
}
