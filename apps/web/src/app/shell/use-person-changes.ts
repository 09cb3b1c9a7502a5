import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import type { AppState } from '../../entities/app-state';

/**
 * How often somebody has signed in after somebody else, in another tab. Counted at each step of the store: between the
 * profile of the one and an empty cache, a page may have been rendered with what belongs to the other.
 */
export function usePersonChanges(): number {
  const store = useStore<AppState>();
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const idOf = () => store.getState().session.user?.id ?? null;
    let last = idOf();
    let wasSignedIn = last !== null;
    return store.subscribe(() => {
      const id = idOf();
      if (id === last) return;
      last = id;
      if (id === null) return;
      if (wasSignedIn) setChanges((before) => before + 1);
      wasSignedIn = true;
    });
  }, [store]);
  return changes;
}
