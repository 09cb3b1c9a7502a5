import type { GalleryItem } from '@app/contracts';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { ShareDialogSlot } from '../../entities/image/share-dialog-slot';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../../api/client/error-text';
import { useStable } from '../../shared/hooks/use-stable';
import { Button } from '../../shared/ui/actions/button';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Pagination } from '../../shared/ui/navigation/pagination';
import { Loading } from '../../shared/ui/feedback/skeleton';
import { useNextPage } from './list/use-next-page';
import { countOn, pagesOf, type ImageSource, type useImagePage } from './list/use-image-page';
import type { ShownPages } from './list/use-shown-pages';
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
  answer: ReturnType<typeof useImagePage>;
  shown: ShownPages;
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
  const { items, span } = props.shown;
  const { data, currentData, error, isFetching, refetch } = answer;
  const [toShare, setToShare] = useState<GalleryItem | null>(null);
  const actions = useListActions(selection, props.shown, setToShare);
  useForgottenQuestion(actions.askToDelete, span.memory);
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
              requestId={'requestId' in error ? error.requestId : null}
            />
          ) : (
            <Loading active={items === null} placeholder={<SkeletonGrid byDay={props.byDay ?? false} />}>
              {items?.length === 0 ? props.empty : null}
            </Loading>
          )}
          <Sheet {...props} total={total} />
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
          {span.isFull && span.to < pages ? <ShowMore items={items} onPress={span.showMore} /> : null}
          <Pagination page={Math.min(span.to, pages + 1)} pages={pages} onChange={onPage} />
          <Place page={span.to} pages={items?.length && pages > 1 ? pages : 0} />
        </footer>
      </div>
      {toShare ? (
        <ShareDialog imageId={toShare.id} open onOpenChange={(open) => (open ? undefined : setToShare(null))} />
      ) : null}
    </GalleryActionsProvider>
  );
}

const NO_ITEMS: readonly GalleryItem[] = [];

/** The images, with grey prints after them while further pages come by themselves. */
function Sheet({ shown, failedTitle, total, ...list }: ListFrameProps & { total: number }) {
  const { t } = useTranslation('gallery');
  const { page, items, span, later, pageOf } = shown;
  const pages = pagesOf(total);
  const canGrow = !later.error && span.to < pages && !span.isFull;
  const ref = useNextPage({ isWanted: canGrow && !later.isLoading, onReach: span.extend });
  const from = later.isLoading ? span.to : span.to + 1;
  // Room for all pages that load by themselves: after fast scrolling, a page that arrives must not push the footer down.
  const to = Math.max(Math.min(span.until, pages), from);
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
        span={span}
        pageOf={pageOf}
        held={shown.held}
        total={total}
        next={canGrow || later.isLoading ? { page: from, count: countOn({ from, to }, total), ref } : null}
        onNear={shown.onNear}
      />
      {later.error ? (
        <ErrorState
          title={failedTitle}
          text={errorText(later.error)}
          onRetry={later.retry}
          requestId={'requestId' in later.error ? later.error.requestId : null}
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
  { change, held }: ShownPages,
  share: (item: GalleryItem) => void,
): GalleryActions {
  const restored = held.showArrived;
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
