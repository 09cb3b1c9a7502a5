import { useEffect, useState } from 'react';

const secondsUntil = (moment: number): number => Math.max(Math.ceil((moment - Date.now()) / 1000), 0);

/** Whole seconds until a moment of this machine's clock (milliseconds), counting down to 0; null without a moment. */
export function useSecondsLeft(until: number | null): number | null {
  const [, tick] = useState(0);
  const left = until === null ? null : secondsUntil(until);
  const counting = left !== null && left > 0;
  useEffect(() => {
    if (!counting) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  return left;
}
