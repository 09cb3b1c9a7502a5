import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ButtonLink } from '../../shared/ui/actions/button';
import { EmptyState } from '../../shared/ui/feedback/empty-state';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { ListFrame } from './list-frame';
import { ListHeader } from './list/list-header';
import { PageGone } from './list/page-gone';
import { useGalleryView } from './list/use-gallery-view';
import { useListPage } from './list/use-list-page';
import { pagesOf, useImagePage } from './list/use-image-page';
import { useSelection } from './selection/use-selection';

const SOURCE = { kind: 'favorites' } as const;

export function FavoritesPage({ shareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { view, goTo } = useGalleryView();
  const { page } = view;
  const answer = useImagePage(SOURCE, page);
  const items = answer.currentData?.data ?? null;
  const total = answer.data?.total ?? 0;
  const { heading } = useListPage({ page, total, items, goTo });
  const selection = useSelection({ items: items ?? [], page, list: SOURCE.kind, leaves: true });
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
