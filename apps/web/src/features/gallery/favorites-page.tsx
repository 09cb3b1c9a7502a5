import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../shared/format/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/actions/button';
import { EmptyState } from '../../shared/ui/feedback/empty-state';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { ListFrame } from './list-frame';
import { ListHeader } from './list/list-header';
import { PageGone } from './list/page-gone';
import { useGalleryView } from './list/use-gallery-view';
import { usePageChangeEffects } from './list/use-page-change-effects';
import { usePageRange } from './list/use-page-range';
import { useImageList } from './list/use-image-list';
import { pagesOf, useListPageQuery } from './list/use-list-page-query';
import { useSelection } from './selection/use-selection';

const SOURCE = { kind: 'favorites' } as const;

export function FavoritesPage({ shareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { view, goTo, setPageFromScroll } = useGalleryView();
  const { page } = view;
  const range = usePageRange(page, SOURCE.kind);
  const answer = useListPageQuery(SOURCE, range.from);
  const total = answer.data?.total ?? 0;
  const first = answer.currentData?.data ?? null;
  const shown = useImageList({ source: SOURCE, range, first, total, page, setPageFromScroll });
  const { items } = shown;
  const { heading } = usePageChangeEffects({ page: range.from, total, items, goTo });
  const selection = useSelection({ ...shown, items: items ?? [], list: SOURCE.kind, leaves: true });
  return (
    <ListFrame
      shareDialog={shareDialog}
      source={SOURCE}
      answer={answer}
      shown={shown}
      onPage={goTo}
      selection={selection}
      label={t('favorites.sheet')}
      failedTitle={t('favorites.failedTitle')}
      header={
        <ListHeader
          heading={heading}
          title={t('favorites.title')}
          count={total > 0 ? t('count', { count: total, formatted: formatNumber(total, locale) }) : null}
          items={items}
          selection={selection}
        />
      }
      empty={total > 0 ? <PageGone pages={pagesOf(total)} onPage={goTo} /> : <NoFavorites />}
    />
  );
}

function NoFavorites() {
  const { t } = useTranslation('gallery');
  const to = useAddress();
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
