import { useEffect, useState } from 'react';
import { onOwnClock } from '../../../shared/server-clock';

const secondsSince = (start: string): number => Math.max(Math.floor((Date.now() - onOwnClock(start)) / 1000), 0);

/** Whole seconds since a moment that the server told, counting while `running`. */
export function useElapsed(start: string, running: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return secondsSince(start);
}
