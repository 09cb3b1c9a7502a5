import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { imageInSight } from '../grid/card-places';

const SETTLED_MS = 200;

interface Followed {
  page: number;
  pageOf: (id: string) => number | undefined;
  follow: (page: number) => void;
}

/** An image has been opened, though it may not have been rendered yet. */
const isOpening = () => new URLSearchParams(window.location.search).has('image');

/**
 * Lets the address name the page that one has scrolled to, so that it is there again after a reload. It must not undo
 * where somebody is going meanwhile.
 */
export function useFollowedPage(isLonger: boolean, followed: Followed): void {
  const { key } = useLocation();
  const latest = useRef({ ...followed, key });
  useEffect(() => {
    latest.current = { ...followed, key };
  });
  useEffect(() => {
    if (!isLonger) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    /** The place that is left by a link, whose page may be on its way for a while. */
    let left: string | null = null;
    const look = () => {
      const { page, pageOf, follow, key: here } = latest.current;
      if (left === here || isOpening()) return;
      const id = imageInSight();
      const seen = id === null ? undefined : pageOf(id);
      if (seen !== undefined && seen !== page) follow(seen);
    };
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    // The router has taken it, and has not left it to the browser.
    const leave = (event: MouseEvent) => {
      const isLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (event.defaultPrevented && isLink) left = latest.current.key;
    };
    addEventListener('scroll', settle, { passive: true });
    addEventListener('click', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', settle);
      removeEventListener('click', leave);
    };
  }, [isLonger]);
}
