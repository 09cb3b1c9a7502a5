import { useEffect } from 'react';
import { useAppDispatch } from '../app-state';
import { pollGeneration } from './poll-generation';

/** Polls an open generation that is shown until it ends: its place in the queue moves without an event. */
export function usePollGeneration(id: string | null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (id !== null) void dispatch(pollGeneration(id));
  }, [dispatch, id]);
}
