import { useEffect } from 'react';

/** If the other site has not taken over by then, the buttons come back. */
const GIVE_UP_MS = 10_000;

/** Calls `onBack` when the browser was sent to another site and is still or again here. */
export function useComeBack(isLeaving: boolean, onBack: () => void): void {
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) onBack();
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [onBack]);

  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(onBack, GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, onBack]);
}
