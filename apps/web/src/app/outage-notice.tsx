import type { Locale } from '@app/contracts';
import { useRevalidator } from 'react-router-dom';
import type { ApiError } from '../api/client/api-error';
import { errorText } from '../api/client/error-text';
import { ErrorState } from '../shared/ui/feedback/error-state';

/** A page whose data could not be loaded, with a retry. */
export function OutageNotice({ error, locale }: { error: ApiError; locale: Locale }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="reading py-18">
      <ErrorState
        text={errorText(error, locale)}
        requestId={error.requestId}
        retrying={state === 'loading'}
        onRetry={() => void revalidate()}
      />
    </div>
  );
}
