import { POLL_EVERY_MS, POLL_FIRST_MS, POLL_RECHECKS, isFinished } from '@app/contracts';
import { generationsApi } from '../../api/endpoints/generations';
import { pause } from '../../shared/time/pause';
import type { AppDispatch, AppState } from '../app-state';
import { fetchGeneration, isGone } from './generation-events';
import { jobOpened, pollingErrorChanged } from './generation-jobs';

const polledBy = new WeakMap<AppDispatch, Set<string>>();

/**
 * The fallback beside the event stream, for what has not ended: first after 10 s, then every 10 s, at most 30 times
 * again. A failed request is shown and does not end the polling; only the last one does.
 */
export const pollGeneration =
  (id: string) =>
  async (dispatch: AppDispatch, getState: () => AppState): Promise<void> => {
    const polled = polledBy.get(dispatch) ?? new Set();
    polledBy.set(dispatch, polled);
    if (polled.has(id)) return;
    polled.add(id);
    const isOpen = () => getState().generationJobs.open.includes(id);
    const isSignedIn = () => getState().session.user !== null;
    try {
      const { data, error } = await dispatch(generationsApi.endpoints.generation.initiate(id, { subscribe: false }));
      if (data ? isFinished(data) : isGone(error)) return;
      // Opened as a job, one that ended long ago would be announced again.
      let isKnown = data !== undefined;
      if (isKnown) dispatch(jobOpened(id));
      await pause(POLL_FIRST_MS);
      for (let recheck = 0; isKnown ? isOpen() : isSignedIn(); recheck += 1) {
        const state = await dispatch(fetchGeneration(id));
        if (state === 'finished' || state === 'gone') return;
        isKnown ||= state === 'open';
        const isLast = recheck === POLL_RECHECKS;
        const failure = state === 'unknown' ? 'check-failed' : null;
        if (isKnown) dispatch(pollingErrorChanged({ id, error: isLast ? 'timeout' : failure }));
        if (isLast) return;
        await pause(POLL_EVERY_MS);
      }
    } finally {
      polled.delete(id);
    }
  };
