import { useLayoutEffect, type RefObject } from 'react';

/** When an element goes that has the focus, `heir` gets it: whoever works by keyboard stays where they were. */
export function useFocusHeir(element: RefObject<HTMLElement | null>, heir: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const owner = element.current;
    return () => {
      if (owner === null || document.activeElement !== owner) return;
      // The element is still there at this moment.
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- the heir as it is then; at first it is not there yet
      queueMicrotask(() => heir.current?.focus({ preventScroll: true }));
    };
  }, [element, heir]);
}
