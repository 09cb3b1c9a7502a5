import { useEffect, useState } from 'react';
import { useStable } from '../../../shared/hooks/use-stable';

const EVERY_MS = 2_000;
const TIMES = 10;

/** `never`: asking again would not help. */
type AskedAnswer = 'yes' | 'notYet' | 'never';

/** Asks at once and then every other second, until the answer is not `notYet`, and for twenty seconds at most. */
export function useAskAgain(asksAtFirst: boolean, ask: () => Promise<AskedAnswer>) {
  const [left, setLeft] = useState(asksAtFirst ? TIMES : 0);
  const [isUnanswered, setUnanswered] = useState(false);
  const latest = useStable(ask);
  const start = useStable(() => {
    setUnanswered(false);
    setLeft(TIMES);
  });
  useEffect(() => {
    if (left === 0) return undefined;
    let isCurrent = true;
    const next = async () => {
      const answer = await latest();
      if (!isCurrent) return;
      const isLast = left === 1 || answer !== 'notYet';
      setLeft(isLast ? 0 : left - 1);
      setUnanswered(isLast && answer !== 'yes');
    };
    const timer = setTimeout(() => void next(), left === TIMES ? 0 : EVERY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [latest, left]);
  return { isAsking: left > 0, isUnanswered, start };
}
