import { useCallback, useEffect, useState } from 'react';
import { leave } from './leave';

/** If the other site has not taken over by then, the buttons come back. */
const GIVE_UP_MS = 10_000;

/**
 * For what the browser is sent to another site; null again when it is still, or again, here. The address may be asked for
 * first: what `setLeaving` names stays until `leaveTo` has gone there.
 */
export function useLeaving<T>() {
  const [leaving, setLeaving] = useState<T | null>(null);
  const [isGone, setGone] = useState(false);
  const leaveTo = useCallback((address: string) => {
    leave.to(address);
    setGone(true);
  }, []);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(null);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  useEffect(() => {
    if (leaving === null || !isGone) return undefined;
    const timer = setTimeout(() => setLeaving(null), GIVE_UP_MS);
    return () => {
      clearTimeout(timer);
      setGone(false);
    };
  }, [leaving, isGone]);
  return [leaving, setLeaving, leaveTo] as const;
}
