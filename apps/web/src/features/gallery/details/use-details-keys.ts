import { isOpen } from '@app/contracts';
import type { KeyboardEvent } from 'react';
import { isDeletable, isViewable } from '../../../entities/image/image-status';
import { useGalleryActions } from '../grid/gallery-actions';
import { runShortcut, type Shortcuts } from '../keys/shortcuts';
import type { ImageViewerHandle } from './viewer/use-image-viewer';
import type { OpenedImage } from './use-opened-image';

/** A press on an arrow moves what is looked at closely by this share of the viewer. */
const STEP = 0.2;

interface DetailsKeys {
  opened: OpenedImage;
  viewer: ImageViewerHandle;
  onInfo: () => void;
  onHelp: () => void;
}

export function useDetailsKeys({ opened, viewer, onInfo, onHelp }: DetailsKeys) {
  const { item, previous, next, show } = opened;
  const actions = useGalleryActions();
  const pan = (across: number, down: number) => () => viewer.zoomed && viewer.pan(across * STEP, down * STEP);
  const keys: Shortcuts = {
    ArrowLeft: viewer.zoomed ? pan(-1, 0) : () => previous && show(previous),
    ArrowRight: viewer.zoomed ? pan(1, 0) : () => next && show(next),
    ArrowUp: pan(0, -1),
    ArrowDown: pan(0, 1),
    i: onInfo,
    '?': onHelp,
    'mod+z': actions.undo,
    ...(item?.status === 'completed' && { f: () => actions.toggleFavorite(item) }),
    ...(isViewable(item) && { d: () => void actions.download(item), z: viewer.toggleZoom }),
    ...(item &&
      (isDeletable(item) || isOpen(item)) && { Delete: () => navigator.onLine && actions.askToDelete(item.id) }),
  };
  return (event: KeyboardEvent) => {
    // What is opened over it is a child of it, but not within it.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    // From anywhere in the details: the question itself hears only what is pressed on it.
    if (event.key === 'Escape' && actions.pendingDeleteId === item?.id) actions.askToDelete(null);
    else runShortcut(event.nativeEvent, keys);
  };
}
