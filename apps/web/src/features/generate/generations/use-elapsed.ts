import { useEffect, useState } from 'react';
import { onOwnClock } from '../../../shared/time/server-clock';

const secondsSince = (start: string): number => Math.max(Math.floor((Date.now() - onOwnClock(start)) / 1000), 0);

/** Whole seconds since a moment that the server told, counting on. */
export function useElapsed(start: string): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return secondsSince(start);
}
