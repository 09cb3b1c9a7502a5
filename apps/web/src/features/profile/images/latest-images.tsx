import { PROFILE_IMAGES_FETCHED, type GalleryItem } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorProps } from '../../../api/client/error-text';
import { useGalleryQuery } from '../../../api/endpoints/images';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { EmptyState } from '../../../shared/ui/feedback/empty-state';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';

interface LatestImagesProps {
  /** At most `PROFILE_IMAGES_FETCHED`: every part of the profile shows the same few. */
  count: number;
  children: (items: readonly GalleryItem[]) => ReactNode;
}

export function LatestImages({ count, children }: LatestImagesProps) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const to = useAddress();
  const { data, error, isLoading, isFetching, refetch } = useGalleryQuery({ page: 1, limit: PROFILE_IMAGES_FETCHED });
  if (error && !data) {
    return (
      <ErrorState
        title={t('pictures.failed')}
        {...errorProps(error, locale)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.data.length === 0) {
    return (
      <EmptyState
        title={t('pictures.emptyTitle')}
        text={t('pictures.emptyText')}
        action={
          <ButtonLink variant="primary" to={to('generate')}>
            {t('pictures.start')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <Loading active={isLoading} placeholder={<Skeleton className="aspect-[4/1] w-full" />}>
      {data ? children(data.data.slice(0, count)) : null}
    </Loading>
  );
}
