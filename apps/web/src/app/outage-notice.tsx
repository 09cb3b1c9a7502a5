import type { Locale } from '@app/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import type { ApiError } from '../api/client/api-error';
import { errorText } from '../api/client/error-text';
import { useAppSelector } from '../entities/app-state';
import { FailedPage } from '../shared/ui/feedback/failed-page';

/**
 * Loads the page of this address again. A revalidation would not do: where it ends at once, the router never renders that
 * it runs, and then its boundary keeps the error.
 */
function useLoadAgain() {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    () => void navigate(location, { replace: true, state: location.state as unknown, preventScrollReset: true }),
    [navigate, location],
  );
}

/**
 * A page whose data could not be loaded, with a retry. It loads by itself once it is known who is signed in, which is
 * asked all the while.
 */
export function OutageNotice({ error, locale }: { error: ApiError; locale: Locale }) {
  const { t } = useTranslation();
  const loadAgain = useLoadAgain();
  const { state } = useNavigation();
  const isSignedIn = useAppSelector(({ session }) => session.phase === 'signed-in');
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn);
  useEffect(() => {
    if (!isSignedIn || wasSignedIn) return;
    setWasSignedIn(true);
    loadAgain();
  }, [isSignedIn, wasSignedIn, loadAgain]);
  return (
    <FailedPage
      title={t('state.notLoaded')}
      text={errorText(error, locale)}
      requestId={error.requestId}
      retrying={state === 'loading'}
      onRetry={loadAgain}
    />
  );
}
