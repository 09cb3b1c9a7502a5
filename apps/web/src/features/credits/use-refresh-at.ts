import { useEffect, useRef } from 'react';
import { onOwnClock } from '../../shared/time/server-clock';

const DAY_MS = 86_400_000;
/** The other side of a border is certain only a moment after it. */
const MARGIN_MS = 1_000;

/** Looks again once the moment has come, and each day until then: timers of many days fire at once. */
export function useRefreshAt(moment: string | null, refresh: () => unknown): void {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (moment === null) return undefined;
    const left = () => onOwnClock(moment) + MARGIN_MS - Date.now();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          latest.current();
          if (left() > 0) wait();
        },
        Math.min(Math.max(left(), MARGIN_MS), DAY_MS),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [moment]);
}
