import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { Button, ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { ListFrame, type ShareDialogSlot } from './list-frame';
import { useGalleryView } from './list/use-gallery-view';
import { useListPage } from './list/use-list-page';
import { pagesOf, usePicturePage } from './list/use-picture-page';
import { useSelection } from './selection/use-selection';

const SOURCE = { kind: 'favorites' } as const;

/** The pictures that a person marked, the last mark first. */
export function FavoritesPage({ shareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { view, goTo } = useGalleryView();
  const { page } = view;
  const answer = usePicturePage(SOURCE, page);
  const items = answer.currentData?.data ?? null;
  const total = answer.data?.total ?? 0;
  const { heading } = useListPage({ page, total, items, goTo });
  const selection = useSelection(items ?? []);
  const filled = items !== null && items.length > 0;
  const header = (
    <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
      <h1 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl lg:text-3xl">
        {t('favorites.title')}
      </h1>
      <p role="status" className="tabular text-sm text-ink-3">
        {filled ? t('count', { count: total, formatted: formatNumber(total, locale) }) : null}
      </p>
    </header>
  );
  return (
    <ListFrame
      shareDialog={shareDialog}
      source={SOURCE}
      answer={answer}
      items={items}
      page={page}
      onPage={goTo}
      selection={selection}
      label={t('favorites.sheet')}
      failedTitle={t('favorites.failedTitle')}
      header={header}
      empty={<NoFavorites total={total} onFirstPage={() => goTo(1)} />}
      footer={
        filled ? (
          <p className="tabular text-sm text-ink-3">{t('favorites.page', { current: page, total: pagesOf(total) })}</p>
        ) : null
      }
      leaves
    />
  );
}

function NoFavorites({ total, onFirstPage }: { total: number; onFirstPage: () => void }) {
  const { t } = useTranslation('gallery');
  const to = useAddress();
  if (total > 0)
    return <EmptyState title={t('pageGone')} action={<Button onClick={onFirstPage}>{t('pageFirst')}</Button>} />;
  return (
    <EmptyState
      art={<Heart aria-hidden="true" className="size-10 text-ink-3" strokeWidth={1.5} />}
      title={t('favorites.emptyTitle')}
      text={t('favorites.emptyText')}
      action={
        <ButtonLink variant="primary" size="lg" to={to('gallery')}>
          {t('favorites.toGallery')}
        </ButtonLink>
      }
    />
  );
}
