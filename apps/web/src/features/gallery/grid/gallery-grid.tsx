import { isOpen, type GalleryItem } from '@app/contracts';
import { Suspense, useState } from 'react';
import { loadMenu } from '../../../shared/ui/actions/menu';
import { usePreload } from '../../../shared/loading/use-preload';
import { lazyDialog, lazyPart } from '../../../shared/loading/lazy-part';
import { useOpenedImage } from '../details/use-opened-image';
import { ShortcutHelp } from '../keys/lazy-shortcut-help';
import { usePageShortcuts, type Shortcuts } from '../keys/shortcuts';
import type { PendingArrivals } from '../list/buffered-list';
import type { ImageSource } from '../list/use-list-page-query';
import type { ListMemory, PageRange } from '../list/list-memory';
import { focusSearch } from '../list/search-field';
import type { Selection } from '../selection/use-selection';
import { moveFocus, imageAt } from './card-places';
import { ImageRows, type PendingPlaceholders } from './rows/image-rows';
import { isDeletable } from '../../../entities/image/image-status';
import { useGalleryActions } from './gallery-actions';

const loadSelectionBar = () => import('../selection/selection-bar').then((module) => module.SelectionBar);
const SelectionBar = lazyPart(loadSelectionBar);
const DetailsDialog = lazyDialog(() => import('../details/details-dialog').then((module) => module.DetailsDialog));

interface GalleryGridProps {
  label: string;
  /** Sorted by date: each day has its heading. */
  byDay: boolean;
  source: ImageSource;
  items: readonly GalleryItem[] | null;
  page: number;
  range: PageRange & { memory: ListMemory };
  pageOf: (id: string) => number | undefined;
  arrivals: PendingArrivals;
  total: number;
  selection: Selection;
  /** After the images, in their list. */
  next: PendingPlaceholders | null;
  onNear: (pages: PageRange) => void;
}

export function GalleryGrid({ label, byDay, items, selection, next, onNear, ...list }: GalleryGridProps) {
  const opened = useOpenedImage({ items, ...list });
  const [help, setHelp] = useState(false);
  const [confirming, setConfirming] = useState(false);
  useGridShortcuts({
    items: items ?? [],
    selection,
    onHelp: () => setHelp(true),
    onRemoveSelected: () => setConfirming(true),
  });
  // Menus open without a network too, where some of them says what cannot be done.
  usePreload(loadMenu);
  usePreload(loadSelectionBar);
  const stop = () => {
    setConfirming(false);
    selection.stop();
  };
  return (
    <>
      {items && items.length > 0 ? (
        <ImageRows
          label={label}
          byDay={byDay}
          items={items}
          range={list.range}
          pageOf={list.pageOf}
          total={list.total}
          selection={selection}
          next={next}
          kept={opened.lastId}
          onNear={onNear}
        />
      ) : null}
      {selection.active ? (
        <Suspense>
          <SelectionBar selection={{ ...selection, stop }} confirming={confirming} onConfirming={setConfirming} />
        </Suspense>
      ) : null}
      <DetailsDialog open={opened.id !== null} opened={opened} onHelp={() => setHelp(true)} />
      <ShortcutHelp open={help} onClose={() => setHelp(false)} />
    </>
  );
}

interface GridShortcuts {
  items: readonly GalleryItem[];
  selection: Selection;
  onHelp: () => void;
  onRemoveSelected: () => void;
}

/** What keys do on the sheet; most of it to the image that has the focus. */
function useGridShortcuts({ items, selection, onHelp, onRemoveSelected }: GridShortcuts): void {
  const actions = useGalleryActions();
  const here = () => {
    const id = imageAt(document.activeElement);
    return items.find((item) => item.id === id) ?? null;
  };
  const move = ({ key }: { key: string }) => (here() ? moveFocus(key) : false);
  const delivered = (act: (item: GalleryItem) => void) => () => {
    const item = here();
    if (item?.status !== 'completed') return false;
    act(item);
    return true;
  };
  const keys: Shortcuts = {
    ArrowLeft: move,
    ArrowRight: move,
    ArrowUp: move,
    ArrowDown: move,
    f: delivered(actions.toggleFavorite),
    d: delivered((item) => void actions.download(item)),
    x: () => {
      const item = here();
      if (item) selection.toggle(item, false);
      return item !== null;
    },
    Delete: () => {
      if (!navigator.onLine) return false;
      const item = here();
      if (selection.active) onRemoveSelected();
      else if (item && (isDeletable(item) || isOpen(item))) actions.askToDelete(item.id);
      else return false;
      return true;
    },
    Escape: () => (selection.active ? selection.stop() : false),
    'mod+a': () => (selection.active || here() ? selection.toggleShown() : false),
    'mod+z': actions.undo,
    '/': focusSearch,
    '?': onHelp,
  };
  usePageShortcuts(keys);
}
