import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error';
import { useAddress } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { ErrorState } from '../../shared/ui/error-state';

interface SharedMissingProps {
  failure: ApiError;
  retrying: boolean;
  onRetry: () => void;
}

/** Why there is no picture: the link is wrong, its time is over, or it could not be loaded now. */
export function SharedMissing({ failure, retrying, onRetry }: SharedMissingProps) {
  const { t } = useTranslation('sharing');
  const to = useAddress();
  const kind =
    failure.status === 410
      ? 'expired'
      : failure.status === 404
        ? 'notFound'
        : failure.status === 400
          ? 'invalid'
          : null;
  if (kind === null) {
    return (
      <div className="reading grid gap-6 px-0 pt-12">
        <h1 className="text-2xl">{t('title')}</h1>
        <ErrorState text={t('loadFailed')} requestId={failure.requestId} retrying={retrying} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <EmptyState
        title={t(`${kind}.title`)}
        text={t(`${kind}.text`)}
        action={
          <ButtonLink variant="primary" to={to('home')}>
            {t('makeYourOwn')}
          </ButtonLink>
        }
      />
    </>
  );
}
