import { useEffect, useState } from 'react';

const RENEWED_MS = 60_000;

/** The present, by the minute: a page that stands open comes into another day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), RENEWED_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
