import { isApiError, type ApiError } from '../api/api-error';
import { useSharedImageQuery } from '../api/sharing-api';
import { SharedPicture } from '../features/share/shared-picture';
import { SharedMissing } from '../features/share/shared-missing';
import { Loading, Skeleton } from '../shared/ui/skeleton';
import { useParams } from 'react-router-dom';

export function Page() {
  const { token = '' } = useParams();
  const { data, error, isLoading, isFetching, refetch } = useSharedImageQuery(token);
  const failure: ApiError | null = isApiError(error) ? error : null;
  return (
    <div className="page pt-8">
      <Loading active={isLoading} placeholder={<Skeleton className="mx-auto aspect-square w-full max-w-2xl" />}>
        {data && !failure ? (
          <SharedPicture image={data} />
        ) : failure ? (
          <SharedMissing failure={failure} retrying={isFetching} onRetry={() => void refetch()} />
        ) : null}
      </Loading>
    </div>
  );
}
