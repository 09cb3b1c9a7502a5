import { useEffect, useState } from 'react';

/** If the other site has not taken over by then, the buttons come back. */
const GIVE_UP_MS = 10_000;

/** For what the browser was sent to another site; null again when it is still, or again, here. */
export function useLeaving<T>() {
  const [leaving, setLeaving] = useState<T | null>(null);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) setLeaving(null);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  useEffect(() => {
    if (leaving === null) return undefined;
    const timer = setTimeout(() => setLeaving(null), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return [leaving, setLeaving] as const;
}
