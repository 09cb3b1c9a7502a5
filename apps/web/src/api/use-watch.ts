import { useEffect } from 'react';
import { watchGeneration } from './follow-work';
import { useAppDispatch } from './state';

/** Looks at an open generation that is shown from time to time until it ends: its place in line moves without a word. */
export function useWatch(id: string): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    void dispatch(watchGeneration(id));
  }, [dispatch, id]);
}
