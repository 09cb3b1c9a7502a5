import type { GalleryItem } from '@app/contracts';
import { useState, type ComponentType, type ReactNode } from 'react';
import { errorText } from '../../api/error-text';
import { ErrorState } from '../../shared/ui/error-state';
import { Pagination } from '../../shared/ui/pagination';
import { Loading } from '../../shared/ui/skeleton';
import { pagesOf, type PictureSource, type usePicturePage } from './list/use-picture-page';
import type { Selection } from './selection/use-selection';
import { PictureSheet } from './sheet/picture-sheet';
import { ShelfProvider } from './sheet/shelf-context';
import { SkeletonSheet } from './sheet/skeleton-sheet';
import { useShelfActions } from './sheet/use-shelf-actions';

/** The dialog that shares a picture; the route brings it. */
export type ShareDialogSlot = ComponentType<{
  imageId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}>;

interface ListFrameProps {
  shareDialog: ShareDialogSlot;
  source: PictureSource;
  answer: ReturnType<typeof usePicturePage>;
  /** What of the answer is shown; null while there is none. */
  items: readonly GalleryItem[] | null;
  page: number;
  onPage: (page: number) => void;
  selection: Selection;
  /** Name of the list, and title of its failure. */
  label: string;
  failedTitle: string;
  /** Heading and what stands between it and the sheet. */
  header: ReactNode;
  /** Over the upper edge of the sheet, and of the window once that is above it. */
  above?: ReactNode;
  /** Instead of a sheet without pictures. */
  empty: ReactNode;
  /** Below the page buttons. */
  footer?: ReactNode;
  /** Who loses the mark leaves this list. */
  leaves?: boolean;
}

/** A page with a list of pictures: its heading, the sheet or what stands in its place, and the way to its other pages. */
export function ListFrame(props: ListFrameProps) {
  const { shareDialog: ShareDialog, source, answer, items, page, onPage, selection, leaves = false } = props;
  const { data, currentData, error, isFetching, refetch } = answer;
  const [shared, setShared] = useState<GalleryItem | null>(null);
  const shelf = useShelfActions({ leaves, share: setShared });
  const total = data?.total ?? 0;
  return (
    <ShelfProvider value={shelf}>
      <div className="page grid gap-8 py-8 lg:py-12">
        {props.header}
        <div className="relative grid gap-8">
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
            <Loading active={items === null} placeholder={<SkeletonSheet />}>
              {items?.length === 0 ? props.empty : null}
            </Loading>
          )}
          <PictureSheet
            label={props.label}
            source={source}
            items={items}
            page={page}
            total={total}
            selection={selection}
          />
        </div>
        <footer className="grid justify-items-center gap-2">
          <Pagination page={page} pages={pagesOf(total)} onChange={onPage} />
          {props.footer}
        </footer>
      </div>
      {shared ? (
        <ShareDialog imageId={shared.id} open onOpenChange={(open) => (open ? undefined : setShared(null))} />
      ) : null}
    </ShelfProvider>
  );
}
