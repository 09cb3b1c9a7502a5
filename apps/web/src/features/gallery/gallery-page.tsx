import { GALLERY_PAGE_SIZE, GALLERY_SKELETONS } from '@app/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../api/error-text';
import { useGalleryQuery } from '../../api/images-api';
import { formatNumber } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/button';
import { ContactSheet } from '../../shared/ui/contact-sheet';
import { EmptyState } from '../../shared/ui/empty-state';
import { ErrorState } from '../../shared/ui/error-state';
import { Pagination } from '../../shared/ui/pagination';
import { Loading, Skeleton } from '../../shared/ui/skeleton';
import { GalleryCard } from './gallery-card';

/** The page of the address; anything that is no page is the first. */
function usePage(): [number, (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked >= 1 ? asked : 1;
  const go = (next: number) => {
    const changed = new URLSearchParams(search);
    if (next === 1) changed.delete('page');
    else changed.set('page', String(next));
    setSearch(changed);
  };
  return [page, go];
}

export function GalleryPage() {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const [page, goTo] = usePage();
  const { data, currentData, error, isFetching, refetch } = useGalleryQuery({ page, limit: GALLERY_PAGE_SIZE });
  const heading = useRef<HTMLHeadingElement>(null);
  const shownPage = useRef(page);

  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [page]);

  const total = data?.total ?? 0;
  const pages = Math.max(Math.ceil(total / GALLERY_PAGE_SIZE), 1);
  return (
    <div className="page grid gap-8 py-8 lg:py-12">
      <header className="flex flex-wrap items-baseline justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl lg:text-3xl">
          {t('title')}
        </h1>
        {data && total > 0 ? (
          <p className="tabular text-sm text-ink-3">
            {t('count', { count: total, formatted: formatNumber(total, locale) })}
          </p>
        ) : null}
      </header>
      {error && !currentData ? (
        <ErrorState
          title={t('failedTitle')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={'requestId' in error ? error.requestId : null}
        />
      ) : (
        <Loading active={!currentData} placeholder={<SkeletonSheet label={t('loading')} />}>
          {currentData && currentData.data.length > 0 ? (
            <ContactSheet label={t('sheet')}>
              {currentData.data.map((item, index) => (
                <GalleryCard key={item.id} item={item} eager={index < 4} />
              ))}
            </ContactSheet>
          ) : (
            <NothingHere total={total} onFirstPage={() => goTo(1)} />
          )}
        </Loading>
      )}
      <Pagination page={page} pages={pages} onChange={goTo} />
    </div>
  );
}

function SkeletonSheet({ label }: { label: string }) {
  return (
    <ContactSheet label={label} busy>
      {Array.from({ length: GALLERY_SKELETONS }, (_, index) => (
        <li key={index}>
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="mt-2 h-4 w-2/3" />
        </li>
      ))}
    </ContactSheet>
  );
}

function NothingHere({ total, onFirstPage }: { total: number; onFirstPage: () => void }) {
  const { t } = useTranslation('gallery');
  const to = useAddress();
  if (total > 0) {
    return (
      <EmptyState
        title={t('pageGone')}
        action={
          <button
            type="button"
            onClick={onFirstPage}
            className="font-semibold text-amber-text underline underline-offset-4"
          >
            {t('pageFirst')}
          </button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <ButtonLink variant="primary" size="lg" to={to('generate')}>
          {t('start')}
        </ButtonLink>
      }
    />
  );
}
