import { Suspense, useState, useSyncExternalStore } from 'react';
import { usePreload } from '../../loading/use-preload';
import { toastsWaiting, watchToasts } from '../../toasts';
import { lazyExtra } from '../../loading/lazy-part';

const loadToaster = () => import('./toaster').then(({ Toaster }) => Toaster);
const Toaster = lazyExtra(loadToaster);

/**
 * Where messages appear. Its machinery comes with the first of them, or once the page rests when `expected`: a message
 * that the line is down must not wait for the line.
 */
export function ToastHost({ expected }: { expected: boolean }) {
  const waiting = useSyncExternalStore(watchToasts, toastsWaiting, () => false);
  const [needed, setNeeded] = useState(false);
  usePreload(loadToaster, expected);
  if (waiting && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
