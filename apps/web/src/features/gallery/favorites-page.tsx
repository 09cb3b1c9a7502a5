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
import { useListPage } from './list/use-list-page';
import { usePageSpan } from './list/use-page-span';
import { useShownPages } from './list/use-shown-pages';
import { pagesOf, useImagePage } from './list/use-image-page';
import { useSelection } from './selection/use-selection';

const SOURCE = { kind: 'favorites' } as const;

export function FavoritesPage({ shareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { view, goTo, follow } = useGalleryView();
  const { page } = view;
  const span = usePageSpan(page, SOURCE.kind);
  const answer = useImagePage(SOURCE, span.from);
  const total = answer.data?.total ?? 0;
  const first = answer.currentData?.data ?? null;
  const shown = useShownPages({ source: SOURCE, span, first, total, page, follow });
  const { items } = shown;
  const { heading } = useListPage({ page: span.from, total, items, goTo });
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
