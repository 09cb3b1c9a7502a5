import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefCallback } from 'react';
import { isViewable } from '../../../../entities/image/image-status';
import type { OpenedImage } from '../use-opened-image';
import { attachGestures } from './attach-gestures';
import { viewerElements } from './viewer-elements';
import { ImageViewer } from './image-viewer';

export interface ImageViewerHandle {
  /** Of the element that holds the strip. */
  attach: RefCallback<HTMLElement>;
  /** There is an image to look at closely. */
  zoomable: boolean;
  zoomed: boolean;
  toggleZoom: () => void;
  /** By a share of the viewer; nothing moves while the whole is shown. */
  pan: (across: number, down: number) => void;
}

/** The viewer on which the image that is open is turned, closed and looked at closely. */
export function useImageViewer(opened: OpenedImage): ImageViewerHandle {
  const [zoomed, setZoomed] = useState(false);
  const control = useRef<ImageViewer | null>(null);
  const latest = useRef(opened);
  useEffect(() => {
    latest.current = opened;
  });

  const attach = useCallback<RefCallback<HTMLElement>>((viewer) => {
    if (!viewer) return undefined;
    const place = (by: 1 | -1) => (by === 1 ? latest.current.next : latest.current.previous);
    const pixels = () => (isViewable(latest.current.item) ? latest.current.item : null);
    const body = viewerElements({ viewer, scroller: viewer.closest('[role="dialog"]'), pixels });
    const made = new ImageViewer(body, {
      canTurn: (by) => place(by) !== null,
      turn: (by) => {
        const to = place(by);
        if (to) latest.current.show(to);
      },
      close: () => latest.current.close(),
      zoomed: setZoomed,
    });
    control.current = made;
    const end = attachGestures(viewer, made);
    return () => {
      end();
      control.current = null;
      setZoomed(false);
    };
  }, []);

  const shown = opened.item?.id ?? null;
  // Before the next image is painted, or it would be seen where the last one was left.
  useLayoutEffect(() => control.current?.put(shown), [shown]);

  return {
    attach,
    zoomable: isViewable(opened.item),
    zoomed,
    toggleZoom: useCallback(() => control.current?.toggleZoom(), []),
    pan: useCallback((across: number, down: number) => control.current?.pan(across, down), []),
  };
}
