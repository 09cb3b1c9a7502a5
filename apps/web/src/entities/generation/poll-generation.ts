import { POLL_EVERY_MS, POLL_FIRST_MS, POLL_RECHECKS } from '@app/contracts';
import type { AppDispatch, AppState } from '../app-state';
import { fetchGeneration } from './generation-events';
import { jobOpened, pollingErrorChanged } from './generation-jobs';

const polled = new Set<string>();

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The fallback beside the event stream: first after 10 s, then every 10 s, at most 30 times again. A failed request is
 * shown and does not end the polling; only the last one does.
 */
export const pollGeneration =
  (id: string) =>
  async (dispatch: AppDispatch, getState: () => AppState): Promise<void> => {
    if (polled.has(id)) return;
    polled.add(id);
    const isOpen = () => getState().generationJobs.open.includes(id);
    dispatch(jobOpened(id));
    try {
      await pause(POLL_FIRST_MS);
      for (let recheck = 0; isOpen(); recheck += 1) {
        const state = await dispatch(fetchGeneration(id));
        if (state === 'finished' || state === 'gone') return;
        if (recheck === POLL_RECHECKS) {
          dispatch(pollingErrorChanged({ id, error: 'timeout' }));
          return;
        }
        dispatch(pollingErrorChanged({ id, error: state === 'unknown' ? 'check-failed' : null }));
        await pause(POLL_EVERY_MS);
      }
    } finally {
      polled.delete(id);
    }
  };
