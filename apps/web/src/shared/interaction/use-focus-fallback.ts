import { useLayoutEffect, type RefObject } from 'react';

/** When an element goes that has the focus or holds it, `fallback` gets it, so that keyboard users stay where they were. */
export function useFocusFallback(
  element: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const owner = element.current;
    return () => {
      if (!owner?.contains(document.activeElement)) return;
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the fallback of that moment; at first there is none yet
      queueMicrotask(() => fallback.current?.focus({ preventScroll: true }));
    };
  }, [element, fallback]);
}
