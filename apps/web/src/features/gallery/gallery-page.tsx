import { ListChecks, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../shared/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { Button, ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { HelpButton } from './keys/help-button';
import { ListFrame, type ShareDialogSlot } from './list-frame';
import { FilterPanel } from './list/filter-panel';
import { useSteadyList } from './list/steady-list';
import { filterOf, isNarrowed, useGalleryView } from './list/use-gallery-view';
import { useListPage } from './list/use-list-page';
import { usePicturePage, type PictureSource } from './list/use-picture-page';
import { useSelection } from './selection/use-selection';

/** Everything that a person has made. */
export function GalleryPage({ shareDialog }: { shareDialog: ShareDialogSlot }) {
  const { t } = useTranslation('gallery');
  const { view, goTo, narrow, clear } = useGalleryView();
  const { page } = view;
  const source: PictureSource = { kind: 'gallery', filter: filterOf(view) };
  const answer = usePicturePage(source, page);
  const { items, arrived, showArrived } = useSteadyList(answer.currentData, JSON.stringify([page, source]));
  const total = answer.data?.total ?? 0;
  const { heading, toTop } = useListPage({ page, total, items, goTo });
  const selection = useSelection(items ?? []);
  const narrowed = isNarrowed(view);
  const showNew = () => {
    if (page === 1) showArrived();
    else goTo(1);
    toTop();
  };
  const header = (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="scroll-mt-28 text-2xl lg:text-3xl">
          {t('title')}
        </h1>
        <div className="flex items-center gap-3">
          <Count total={total} narrowed={narrowed} known={answer.currentData !== undefined} />
          {items?.length && !selection.active ? (
            <Button onClick={selection.start} icon={<ListChecks aria-hidden="true" className="size-4" />}>
              {t('selection.start')}
            </Button>
          ) : null}
          <HelpButton />
        </div>
      </header>
      {total > 0 || narrowed ? <FilterPanel view={view} narrow={narrow} clear={clear} /> : null}
    </>
  );
  return (
    <ListFrame
      shareDialog={shareDialog}
      source={source}
      answer={answer}
      items={items}
      page={page}
      onPage={goTo}
      selection={selection}
      label={t('sheet')}
      failedTitle={t('failedTitle')}
      header={header}
      above={<Arrivals count={arrived} onShow={showNew} />}
      empty={<NothingHere total={total} narrowed={narrowed} onFirstPage={() => goTo(1)} onClear={clear} />}
    />
  );
}

/** How many there are; told again when a filter has changed it. */
function Count({ total, narrowed, known }: { total: number; narrowed: boolean; known: boolean }) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const values = { count: total, formatted: formatNumber(total, locale) };
  return (
    <p role="status" className="tabular text-sm text-ink-3">
      {known && (narrowed || total > 0) ? (narrowed ? t('found', values) : t('count', values)) : null}
    </p>
  );
}

/** New pictures wait here until they are wanted, so that nothing moves under somebody's hand. */
function Arrivals({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation('gallery');
  return (
    <div role="status" className="pointer-events-none absolute inset-0 z-20">
      {count > 0 ? (
        <div className="sticky top-20 -mt-5 grid justify-items-center">
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

interface NothingHereProps {
  total: number;
  narrowed: boolean;
  onFirstPage: () => void;
  onClear: () => void;
}

function NothingHere({ total, narrowed, onFirstPage, onClear }: NothingHereProps) {
  const { t } = useTranslation('gallery');
  const to = useAddress();
  if (total > 0)
    return <EmptyState title={t('pageGone')} action={<Button onClick={onFirstPage}>{t('pageFirst')}</Button>} />;
  if (narrowed) {
    return (
      <EmptyState
        title={t('filteredTitle')}
        text={t('filteredText')}
        action={<Button onClick={onClear}>{t('filters.clear')}</Button>}
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
