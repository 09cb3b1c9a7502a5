import { useCallback, useEffect, useRef, useState, type RefCallback } from 'react';

interface LoadOnScroll {
  isWanted: boolean;
  onReach: () => void;
}

/** Asks for the next page as somebody who scrolls comes within a window's height of an element of the returned reference. */
export function useLoadOnScroll({ isWanted, onReach }: LoadOnScroll): RefCallback<HTMLElement> {
  const isScrolling = useHasScrolled() && isWanted;
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });
  const observer = useRef<IntersectionObserver>(null);
  return useCallback(
    (place) => {
      if (!isScrolling || !place) return undefined;
      observer.current ??= new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) reach.current();
        },
        { rootMargin: '100% 0px' },
      );
      observer.current.observe(place);
      return () => observer.current?.unobserve(place);
    },
    [isScrolling],
  );
}

/** Also with a wheel that has nothing to move, as where a whole page fits a large window. */
function useHasScrolled(): boolean {
  const [hasScrolled, setHasScrolled] = useState(false);
  useEffect(() => {
    const note = () => setHasScrolled(true);
    addEventListener('scroll', note, { passive: true, once: true });
    addEventListener('wheel', note, { passive: true, once: true });
    return () => {
      removeEventListener('scroll', note);
      removeEventListener('wheel', note);
    };
  }, []);
  return hasScrolled;
}
