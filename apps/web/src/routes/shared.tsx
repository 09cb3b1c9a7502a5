import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isApiError, type ApiError } from '../api/client/api-error';
import { useSharedImageQuery } from '../api/endpoints/image-sharing';
import { LinkOver, SharedMissing, isLinkOver } from '../features/share/shared-missing';
import { SharedImageView } from '../features/share/shared-image-view';
import { canBeToken } from '../features/share/share-token';
import { Loading, Skeleton } from '../shared/ui/feedback/skeleton';

export function Page() {
  const { token = '' } = useParams();
  return canBeToken(token) ? <Shared token={token} /> : <LinkOver kind="invalid" />;
}

function Shared({ token }: { token: string }) {
  // Never from memory: a link that was ended a moment ago shows nothing.
  const { data, error, isLoading, isFetching, refetch } = useSharedImageQuery(token, {
    refetchOnMountOrArgChange: true,
  });
  const failure: ApiError | null = isApiError(error) ? error : null;
  const again = () => void refetch();
  return (
    <Loading active={isLoading} placeholder={<Placeholder />}>
      {data && !(failure && isLinkOver(failure)) ? (
        <div className="page pt-8">
          <SharedImageView token={token} image={data} onReload={again} />
        </div>
      ) : failure ? (
        <SharedMissing failure={failure} retrying={isFetching} onRetry={again} />
      ) : null}
    </Loading>
  );
}

function Placeholder() {
  const { t } = useTranslation('sharing');
  return (
    <div className="page grid gap-8 pt-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <h1 className="sr-only">{t('title')}</h1>
      <Skeleton className="mx-auto aspect-square w-full max-w-2xl" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-10 w-40" />
      </div>
    </div>
  );
}
