import type { GalleryItem } from '@app/contracts';
import { GALLERY_PAGE_SIZE } from '@app/contracts';
import { memo, useEffect, useMemo, type Ref } from 'react';
import { useStable } from '../../../../shared/hooks/use-stable';
import { ImageGrid, WaitingCell } from '../../../../shared/ui/images/image-grid';
import { cellStyle } from '../../../../shared/ui/images/justified-rows';
import type { ListMemory, PageRange } from '../../list/list-memory';
import type { Selection } from '../../selection/use-selection';
import { cardShape } from '../card-shape';
import type { GridCell } from './build-rows';
import { DayHeading, useDayOf } from '../day-heading';
import { GalleryCard } from '../gallery-card';
import type { RenderedRow } from './place-rows';
import { useVirtualRows } from './use-virtual-rows';

/** Grey placeholders of the pages of a list that are to come. */
export interface PendingPlaceholders {
  /** The first of them. */
  page: number;
  count: number;
  /** Of each of them. */
  ref: Ref<HTMLLIElement>;
}

interface ImageRowsProps {
  label: string;
  /** Sorted by date: each day has its heading. */
  byDay: boolean;
  items: readonly GalleryItem[];
  range: PageRange & { memory: ListMemory };
  pageOf: (id: string) => number | undefined;
  total: number;
  selection: Selection;
  next: PendingPlaceholders | null;
  kept: string | null;
  /** Told of the pages whose images are near the window. */
  onNear: (pages: PageRange) => void;
}

export function ImageRows({ label, byDay, items, range, total, selection, next, kept, ...list }: ImageRowsProps) {
  const dayOf = useDayOf();
  const { page, count } = next ?? { page: 0, count: 0 };
  const waiting = useMemo(() => (count > 0 ? { page, count } : null), [page, count]);
  const {
    list: ref,
    near,
    ...rows
  } = useVirtualRows({
    memory: range.memory,
    kept,
    items,
    waiting,
    dayOf: byDay ? dayOf : null,
  });
  useNearPages(near, range, list);
  const act = useStable(selection.toggle);
  const cellOf = ({ row, index }: RenderedRow, cell: GridCell, at: number) => {
    const width = row.widths?.[at] ?? null;
    if (!cell.item) {
      const place = placeOf(index, cell.shape, width);
      return (
        <WaitingCell key={cell.key} shape={cell.shape} aria-hidden="true" {...place} {...(next && { ref: next.ref })} />
      );
    }
    return (
      <GridCard
        key={cell.key}
        item={cell.item}
        index={cell.index}
        position={(range.from - 1) * GALLERY_PAGE_SIZE + cell.index + 1}
        total={total}
        row={index}
        width={width}
        selected={selection.active ? selection.has(cell.item.id) : null}
        onToggle={act}
      />
    );
  };
  return (
    <ImageGrid label={label} ref={ref}>
      {rows.rendered.flatMap((each) => [
        each.roomAbove > 0 ? <Room key={`above ${each.row.key}`} height={each.roomAbove} /> : null,
        each.row.day ? (
          <DayHeading
            key={each.row.key}
            item={each.row.day}
            endsRow={each.index > 0 && !rows.isLaidOut}
            row={each.index}
          />
        ) : null,
        ...each.row.cells.map((cell, at) => cellOf(each, cell, at)),
      ])}
      {rows.roomBelow > 0 ? <Room height={rows.roomBelow} /> : null}
    </ImageGrid>
  );
}

/** In place of rows that are not rendered. */
function Room({ height }: { height: number }) {
  return <li aria-hidden="true" style={{ flexBasis: '100%', height }} />;
}

const placeOf = (row: number, shape: { width: number; height: number }, width: number | null) => ({
  'data-row': row,
  ...(width !== null && { style: { ...cellStyle(shape), flexGrow: 0, flexShrink: 0, flexBasis: width } }),
});

interface GridCardProps {
  item: GalleryItem;
  /** Among the images that are loaded. */
  index: number;
  /** In the whole list, which has a `total` of images. */
  position: number;
  total: number;
  row: number;
  width: number | null;
  /** Null while nothing is being selected. */
  selected: boolean | null;
  onToggle: Selection['toggle'];
}

/** Scrolling renders anew only what comes near. */
const GridCard = memo(function GridCard(props: GridCardProps) {
  const { item, index, position, total, row, width, selected, onToggle } = props;
  return (
    <GalleryCard
      item={item}
      eager={index < 4}
      place={{ ...placeOf(row, cardShape(item), width), 'aria-setsize': total, 'aria-posinset': position }}
      onHold={() => onToggle(item, false)}
      selection={selected === null ? null : { selected, onToggle: ({ shiftKey }) => onToggle(item, shiftKey) }}
    />
  );
});

/** Tells of the pages of these rows. */
function useNearPages(
  near: ReturnType<typeof useVirtualRows>['near'],
  range: PageRange,
  { pageOf, onNear }: Pick<ImageRowsProps, 'pageOf' | 'onNear'>,
): void {
  const pages = near.flatMap(({ cells }) => cells.flatMap(({ item }) => (item && pageOf(item.id)) ?? []));
  // Where only grey placeholders are near, they are of the page after the last.
  const [from = range.to] = pages;
  const to = pages.at(-1) ?? range.to;
  useEffect(() => {
    if (near.length > 0) onNear({ from, to });
  }, [near.length, from, to, onNear]);
}
