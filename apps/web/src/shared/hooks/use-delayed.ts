import { useEffect, useState } from 'react';

/**
 * Turns true once `active` has lasted `ms`, false at once when it ends: what is quick never flashes a skeleton.
 * `isElapsed`: the first time has lasted that long already.
 */
export function useDelayed(active: boolean, ms: number, isElapsed = false): boolean {
  const [elapsed, setElapsed] = useState(isElapsed);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setElapsed(true), ms);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [active, ms]);
  return active && elapsed;
}
