import { useEffect, useRef } from 'react';
import { imageInSight } from '../grid/card-places';

const SETTLED_MS = 200;

interface Followed {
  page: number;
  pageOf: (id: string) => number | undefined;
  follow: (page: number) => void;
}

/** Lets the address name the page that one has scrolled to, so that it is there again after a reload. */
export function useFollowedPage(isLonger: boolean, followed: Followed): void {
  const latest = useRef(followed);
  useEffect(() => {
    latest.current = followed;
  });
  useEffect(() => {
    if (!isLonger) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const { page, pageOf, follow } = latest.current;
      const id = imageInSight();
      const seen = id === null ? undefined : pageOf(id);
      if (seen !== undefined && seen !== page) follow(seen);
    };
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    addEventListener('scroll', settle, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', settle);
    };
  }, [isLonger]);
}
