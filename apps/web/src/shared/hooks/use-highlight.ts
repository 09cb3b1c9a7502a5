import { CREDIT_HIGHLIGHT_MS } from '@app/contracts';
import { useEffect, useRef, useState } from 'react';

/** True for a second after credits have changed, not when they are first known. */
export function useHighlight(credits: number | undefined): boolean {
  const before = useRef(credits);
  const [lit, setLit] = useState(false);
  useEffect(() => {
    const known = before.current;
    before.current = credits;
    if (known === undefined || known === credits) return undefined;
    setLit(true);
    const timer = setTimeout(() => setLit(false), CREDIT_HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [credits]);
  return lit;
}
