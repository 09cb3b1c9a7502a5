import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { toastsWaiting, watchToasts } from '../../toasts';
import { lazyPart } from '../../lazy-part';

const loadToaster = () => import('./toaster').then(({ Toaster }) => Toaster);
const RESTS_AFTER_MS = 3_000;
const Toaster = lazyPart(loadToaster);

/**
 * Where messages appear. Its machinery comes with the first of them, or once the page rests when `expected`: a message
 * that the line is down must not wait for the line.
 */
export function ToastHost({ expected }: { expected: boolean }) {
  const waiting = useSyncExternalStore(watchToasts, toastsWaiting, () => false);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (!expected) return undefined;
    const timer = setTimeout(() => void loadToaster().catch(() => undefined), RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [expected]);
  if (waiting && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
