import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while a prerendered page is taken over: what only this browser knows is shown from the next render on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
