import type { GalleryItem } from '@app/contracts';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isApiError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { useStable } from '../../shared/hooks/use-stable';
import { Button } from '../../shared/ui/actions/button';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Pagination } from '../../shared/ui/navigation/pagination';
import { Loading } from '../../shared/ui/feedback/skeleton';
import { useLoadOnScroll } from './list/use-load-on-scroll';
import { countOn, pagesOf, type ImageSource, type useListPageQuery } from './list/use-list-page-query';
import type { ImageList } from './list/use-image-list';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useOwnArchive } from './selection/archive-store';
import { BottomBar } from './selection/bottom-bar';
import type { Selection } from './selection/use-selection';
import { focusBeside, focusCard, imageAt } from './grid/card-places';
import { GalleryGrid } from './grid/gallery-grid';
import { GalleryActionsProvider, useStableActions, type GalleryActions } from './grid/gallery-actions';
import { SkeletonGrid } from './grid/skeleton-grid';
import { useCreateGalleryActions } from './grid/use-create-gallery-actions';

const ArchiveStatus = lazyPart(() => import('./selection/archive-status').then((module) => module.ArchiveStatus));

interface ListFrameProps {
  shareDialog: ShareDialogSlot;
  source: ImageSource;
  answer: ReturnType<typeof useListPageQuery>;
  shown: ImageList;
  onPage: (page: number) => void;
  selection: Selection;
  /** Name of the list, and title of its failure. */
  label: string;
  byDay?: boolean;
  failedTitle: string;
  /** Heading and what stands between it and the sheet. */
  header: ReactNode;
  /** Over the upper edge of the sheet, and of the window once that is above it. */
  above?: ReactNode;
  /** Instead of a sheet without images. */
  empty: ReactNode;
}

export function ListFrame(props: ListFrameProps) {
  const { shareDialog: ShareDialog, answer, onPage, selection } = props;
  const { items, range } = props.shown;
  const { data, currentData, error, isFetching, refetch } = answer;
  const [toShare, setToShare] = useState<GalleryItem | null>(null);
  const actions = useListActions(selection, props.shown, setToShare);
  useForgottenQuestion(actions.askToDelete, range.memory);
  const total = data?.total ?? 0;
  const pages = pagesOf(total);
  const archive = useOwnArchive();
  return (
    <GalleryActionsProvider value={actions}>
      <div className="page grid grid-cols-1 gap-4 py-4">
        {props.header}
        <div className="relative grid grid-cols-1 gap-4">
          {props.above}
          {error && !currentData ? (
            <ErrorState
              title={props.failedTitle}
              text={errorText(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
              requestId={isApiError(error) ? error.requestId : null}
            />
          ) : (
            <Loading active={items === null} placeholder={<SkeletonGrid byDay={props.byDay ?? false} />}>
              {items?.length === 0 ? props.empty : null}
            </Loading>
          )}
          <ImageListBody {...props} total={total} />
        </div>
        {archive && !selection.active ? (
          <Suspense>
            <BottomBar>
              <ArchiveStatus job={archive} />
            </BottomBar>
          </Suspense>
        ) : null}
        <footer className="grid justify-items-center gap-2">
          {/* Beyond the last page, the way back leads to it. */}
          {range.isFull && range.to < pages ? <ShowMore items={items} onPress={range.showMore} /> : null}
          <Pagination page={Math.min(range.to, pages + 1)} pages={pages} onChange={onPage} />
          <Place page={range.to} pages={items?.length && pages > 1 ? pages : 0} />
        </footer>
      </div>
      {toShare ? (
        <ShareDialog imageId={toShare.id} open onOpenChange={(open) => (open ? undefined : setToShare(null))} />
      ) : null}
    </GalleryActionsProvider>
  );
}

const NO_ITEMS: readonly GalleryItem[] = [];

/** The images, with grey placeholders after them while further pages come by themselves. */
function ImageListBody({ shown, failedTitle, total, ...list }: ListFrameProps & { total: number }) {
  const { t } = useTranslation('gallery');
  const { page, items, range, later, pageOf } = shown;
  const pages = pagesOf(total);
  const canGrow = !later.error && range.to < pages && !range.isFull;
  const ref = useLoadOnScroll({ isWanted: canGrow && !later.isLoading, onReach: range.extend });
  const from = later.isLoading ? range.to : range.to + 1;
  // Room for all pages that load by themselves: after fast scrolling, a page that arrives must not push the footer down.
  const to = Math.max(Math.min(range.until, pages), from);
  return (
    <>
      <GalleryGrid
        label={list.label}
        byDay={list.byDay ?? false}
        source={list.source}
        page={page}
        selection={list.selection}
        // Where the list could not be loaded, an image of the address is shown without it.
        items={items ?? (list.answer.error ? NO_ITEMS : null)}
        range={range}
        pageOf={pageOf}
        arrivals={shown.arrivals}
        total={total}
        next={canGrow || later.isLoading ? { page: from, count: countOn({ from, to }, total), ref } : null}
        onNear={shown.onNear}
      />
      {later.error ? (
        <ErrorState
          title={failedTitle}
          text={errorText(later.error)}
          onRetry={later.retry}
          requestId={isApiError(later.error) ? later.error.requestId : null}
        />
      ) : null}
      <span role="status" className="sr-only">
        {later.isLoading ? t('loading') : ''}
      </span>
    </>
  );
}

/** Goes on in the same list, where pages no longer come by themselves. */
function ShowMore({ items, onPress }: { items: readonly GalleryItem[] | null; onPress: () => void }) {
  const { t } = useTranslation('gallery');
  const last = items?.at(-1);
  const goOn = () => {
    // The button goes; the focus stays where the new images begin.
    if (last) focusCard(last.id, { preventScroll: true });
    onPress();
  };
  return <Button onClick={goOn}>{t('showMore')}</Button>;
}

function Place({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation('gallery');
  if (pages === 0) return null;
  return <p className="tabular text-sm text-ink-3">{t('favorites.page', { current: page, total: pages })}</p>;
}

/** Opening or closing an image, and going to another page, answer the question with no. */
function useForgottenQuestion(ask: GalleryActions['askToDelete'], page: unknown): void {
  const opened = useSearchParams()[0].get('image');
  const forget = useStable(() => ask(null));
  useEffect(forget, [forget, opened, page]);
}

/** What one does with images; what leaves the list by it is selected no longer. */
function useListActions(
  selection: Selection,
  { change, arrivals }: ImageList,
  share: (item: GalleryItem) => void,
): GalleryActions {
  const restored = arrivals.showArrived;
  const actions = useCreateGalleryActions({ leaves: selection.leaves, share, change, restored });
  return useStableActions({
    ...actions,
    toggleFavorite: (item) => {
      if (selection.leaves && item.is_favorited) {
        selection.drop([item.id]);
        if (imageAt(document.activeElement) === item.id) focusBeside([item.id]);
      }
      actions.toggleFavorite(item);
    },
  });
}
