import { RefreshCw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { EmptyState } from '../../shared/ui/feedback/empty-state';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { ListFrame } from './list-frame';
import { ActiveFilters } from './list/active-filters';
import { FilterPanel } from './list/filter-panel';
import { ListHeader } from './list/list-header';
import { NoImages } from './list/no-images';
import { PageGone } from './list/page-gone';
import { useBufferedList } from './list/buffered-list';
import { filterOf, isNarrowed, useGalleryView, type GalleryView } from './list/use-gallery-view';
import { usePageChangeEffects } from './list/use-page-change-effects';
import { usePageRange } from './list/use-page-range';
import { useImageList } from './list/use-image-list';
import { pagesOf, useListPageQuery, type ImageSource } from './list/use-list-page-query';
import { useSelection } from './selection/use-selection';

function useShownImages(view: GalleryView, setPageFromScroll: (page: number) => void) {
  const { page } = view;
  const source: ImageSource = { kind: 'gallery', filter: filterOf(view) };
  const list = JSON.stringify(source);
  const range = usePageRange(page, list);
  const answer = useListPageQuery(source, range.from);
  const buffered = useBufferedList(answer.currentData, `${range.from} ${list}`);
  const { items: first } = buffered;
  const total = answer.data?.total ?? 0;
  const shown = useImageList({ source, range, first, total, page, setPageFromScroll, arrivals: buffered });
  return { source, list, answer, buffered, total, shown };
}

export function GalleryPage({ shareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { view, goTo, setPageFromScroll, narrow, clear } = useGalleryView();
  const { source, list, answer, buffered, total, shown } = useShownImages(view, setPageFromScroll);
  const { items, range } = shown;
  const { heading, toTop } = usePageChangeEffects({ page: range.from, total, items, goTo });
  const selection = useSelection({ ...shown, items: items ?? [], list, leaves: view.favorites });
  const narrowed = isNarrowed(view);
  const showNew = () => {
    if (range.from === 1) buffered.showArrived();
    else goTo(1);
    toTop();
  };
  const known = answer.currentData !== undefined;
  // The last count stands until the next is known.
  const counted = answer.data !== undefined && !answer.error && (narrowed || total > 0);
  // Also while nobody knows whether there is anything, or it would push the images down when they come.
  const filters = !known || total > 0 || narrowed;
  const foundNothing = known && total === 0;
  const active = <ActiveFilters {...{ view, narrow, clear, heading }} isCentered={foundNothing} />;
  const header = (
    <ListHeader
      {...{ heading, items, selection }}
      title={t('title')}
      count={counted ? t(narrowed ? 'found' : 'count', { count: total, formatted: formatNumber(total, locale) }) : null}
      // Where nothing is left, they stand in the place of the images: the way out.
      below={foundNothing ? null : active}
    >
      {filters ? <FilterPanel view={view} narrow={narrow} /> : null}
    </ListHeader>
  );
  return (
    <ListFrame
      shareDialog={shareDialog}
      source={source}
      answer={answer}
      shown={shown}
      onPage={goTo}
      selection={selection}
      label={t('sheet')}
      byDay={view.order === 'newest' || view.order === 'oldest'}
      failedTitle={t('failedTitle')}
      header={header}
      above={<Arrivals count={buffered.arrived} onShow={showNew} />}
      empty={
        total > 0 ? (
          <PageGone pages={pagesOf(total)} onPage={goTo} />
        ) : (
          <NothingHere filters={narrowed ? active : null} />
        )
      }
    />
  );
}

/** New images wait here until they are wanted, so that nothing moves under somebody's hand. */
function Arrivals({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('gallery');
  return (
    <div role="status" className="pointer-events-none absolute inset-0 z-20">
      {count > 0 ? (
        <div className="sticky top-20 -mt-2 flex justify-end sm:justify-center">
          <Button
            variant="primary"
            onClick={onShow}
            className="pointer-events-auto animate-rise shadow-sheet"
            icon={<RefreshCw aria-hidden="true" className="size-4" />}
          >
            {t('arrived', { count })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NothingHere({ filters }: { filters: ReactNode }) {
  const { t } = useTranslation('gallery');
  if (filters) {
    return (
      <EmptyState
        art={<SearchX aria-hidden="true" className="size-10 text-ink-3" strokeWidth={1.5} />}
        title={t('filteredTitle')}
        text={t('filteredText')}
        action={filters}
      />
    );
  }
  return <NoImages />;
}
