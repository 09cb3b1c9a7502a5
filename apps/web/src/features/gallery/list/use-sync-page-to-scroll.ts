import { useEffect, useRef } from 'react';
import { imageInSight } from '../grid/card-places';

const SETTLED_MS = 200;

interface PageInSight {
  page: number;
  pageOf: (id: string) => number | undefined;
  setPageFromScroll: (page: number) => void;
}

/** An image has been opened, though it may not have been rendered yet. */
const isOpening = () => new URLSearchParams(window.location.search).has('image');

/** The entry of the history; the router names it here before it renders what is there. */
const entry = (): unknown => (window.history.state as { key?: unknown } | null)?.key;

/**
 * Lets the address name the page that one has scrolled to, so that it is there again after a reload. It must not undo
 * where somebody is going meanwhile.
 */
export function useSyncPageToScroll(isLonger: boolean, inSight: PageInSight): void {
  const latest = useRef(inSight);
  useEffect(() => {
    latest.current = inSight;
  });
  useEffect(() => {
    if (!isLonger) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    /** The entry that is left by a link, whose page may be on its way for a while. */
    let left: unknown = null;
    const look = () => {
      const { page, pageOf, setPageFromScroll } = latest.current;
      if (left === entry() || isOpening()) return;
      const id = imageInSight();
      const seen = id === null ? undefined : pageOf(id);
      if (seen !== undefined && seen !== page) setPageFromScroll(seen);
    };
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    let pressedAt: unknown = null;
    const press = () => {
      pressedAt = entry();
    };
    // The router has taken it, and has not left it to the browser; it may be there already.
    const leave = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (event.defaultPrevented && isLink) left = pressedAt;
    };
    addEventListener('scroll', settle, { passive: true });
    addEventListener('click', press, { capture: true });
    addEventListener('click', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', settle);
      removeEventListener('click', press, { capture: true });
      removeEventListener('click', leave);
    };
  }, [isLonger]);
}
