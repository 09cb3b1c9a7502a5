import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { toastsWaiting, watchToasts } from '../toasts';

const Toaster = lazy(() => import('./toaster').then((module) => ({ default: module.Toaster })));

/** Where messages appear; costs nothing until there is one. */
export function ToastHost() {
  const waiting = useSyncExternalStore(watchToasts, toastsWaiting, () => false);
  const [needed, setNeeded] = useState(false);
  if (waiting && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
