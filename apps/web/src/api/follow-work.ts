import { POLL_EVERY_MS, POLL_FIRST_MS, POLL_RECHECKS, type Generation } from '@app/contracts';
import { isApiError } from './client/api-error';
import { baseApi } from './client/base-api';
import { listenOnce, type ImageMessage } from './events/image-stream';
import { imagesApi, isFinished } from './endpoints/images';
import { closeSession } from './auth/session';
import type { AppDispatch, AppState } from './state';
import { progressHeard, watchTroubled, workEnded, workOpened } from './work-slice';

type Thunk<T> = (dispatch: AppDispatch, getState: () => AppState) => T;

const CHANNEL = 'image-events';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
/** After so long every process of the service knows how an engine stands. */
const NEWS_SPREAD_MS = 1_500;

/** Takes over what the server says about a generation, however it was heard. */
export const generationHeard =
  (generation: Generation): Thunk<void> =>
  (dispatch, getState) => {
    const before = imagesApi.endpoints.generation.select(generation.id)(getState()).data;
    if (before && isFinished(before) && !isFinished(generation)) return;
    void dispatch(imagesApi.util.upsertQueryData('generation', generation.id, generation));
    const open = generation.generated_images.filter((p) => p.status === 'pending' || p.status === 'processing').length;
    const openBefore = before?.generated_images.filter(
      (p) => p.status === 'pending' || p.status === 'processing',
    ).length;
    if (isFinished(generation)) dispatch(workEnded(generation.id));
    else dispatch(workOpened(generation.id));
    if (open === openBefore) return;
    // A picture arrived or was given up: lists and balance are out of date, and so may be what is known of its engine.
    dispatch(baseApi.util.invalidateTags(['Image', 'Quota']));
    const isEngineDown = generation.generated_images.some((p) => p.error_code === 'ENGINE_UNAVAILABLE');
    if (isEngineDown) void pause(NEWS_SPREAD_MS).then(() => dispatch(baseApi.util.invalidateTags(['Models'])));
  };

const messageHeard =
  (message: ImageMessage): Thunk<void> =>
  (dispatch, getState) => {
    switch (message.name) {
      case 'snapshot': {
        const listed = new Set(message.data.generations.map(({ id }) => id));
        message.data.generations.forEach((generation) => dispatch(generationHeard(generation)));
        // What ended while nobody listened is not in the snapshot of a first connection.
        for (const id of getState().work.open) if (!listed.has(id)) void dispatch(checkGeneration(id));
        return;
      }
      case 'generation':
        dispatch(generationHeard(message.data));
        return;
      case 'progress':
        dispatch(progressHeard(message.data));
        return;
      case 'quota':
        dispatch(baseApi.util.invalidateTags(['Quota']));
        return;
      case 'signed_out':
        dispatch(closeSession('elsewhere'));
    }
  };

/** Asks how a generation stands, and takes over the answer. */
export const checkGeneration =
  (id: string): Thunk<Promise<'open' | 'finished' | 'gone' | 'unknown'>> =>
  async (dispatch) => {
    const check = imagesApi.endpoints.generation.initiate(id, { forceRefetch: true, subscribe: false });
    const { data, error } = await dispatch(check);
    if (data && !error) {
      dispatch(generationHeard(data));
      return isFinished(data) ? 'finished' : 'open';
    }
    if (isApiError(error) && (error.status === 404 || error.status === 401)) {
      dispatch(workEnded(id));
      return 'gone';
    }
    return 'unknown';
  };

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });

async function listen(signal: AbortSignal, onMessage: (message: ImageMessage) => void): Promise<void> {
  const state = { lastEventId: null as string | null, wait: FIRST_PAUSE_MS };
  const heard = (message: ImageMessage, id: string | null) => {
    state.lastEventId = id ?? state.lastEventId;
    state.wait = FIRST_PAUSE_MS;
    onMessage(message);
  };
  while (!signal.aborted) {
    // A failed or silent connection is no error: the checks below go on meanwhile.
    const { lastEventId } = state;
    const status = await listenOnce({ signal, lastEventId, onMessage: heard }).catch(() => 0);
    if (status === 401) return;
    await pause(state.wait, signal);
    state.wait = Math.min(state.wait * 2, LONGEST_PAUSE_MS);
  }
}

/**
 * Hears of running work until stopped. One tab holds the connection and tells the others, because a browser allows six
 * to a host; where it has no locks every tab has its own.
 */
export const followWork = (): Thunk<() => void> => (dispatch) => {
  const stopped = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  channel?.addEventListener('message', (event: MessageEvent<ImageMessage>) => dispatch(messageHeard(event.data)));
  const lead = () =>
    listen(stopped.signal, (message) => {
      channel?.postMessage(message);
      dispatch(messageHeard(message));
    });
  const locks = (navigator as { locks?: LockManager }).locks;
  const leading = locks && channel ? locks.request(CHANNEL, { signal: stopped.signal }, lead) : lead();
  // Aborting a request for a lock rejects it; there is nothing else to hear.
  leading.catch(() => undefined);
  return () => {
    stopped.abort();
    channel?.close();
  };
};

const watched = new Set<string>();

/**
 * The watchdog beside the stream: first look after 10 s, then every 10 s, at most 30 times again. A look that fails is
 * told and does not end the watch; only the last one does.
 */
export const watchGeneration =
  (id: string): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (watched.has(id)) return;
    watched.add(id);
    const isOpen = () => getState().work.open.includes(id);
    dispatch(workOpened(id));
    try {
      await pause(POLL_FIRST_MS);
      for (let recheck = 0; isOpen(); recheck += 1) {
        const state = await dispatch(checkGeneration(id));
        if (state === 'finished' || state === 'gone') return;
        if (recheck === POLL_RECHECKS) {
          dispatch(watchTroubled({ id, trouble: 'timeout' }));
          return;
        }
        dispatch(watchTroubled({ id, trouble: state === 'unknown' ? 'check-failed' : null }));
        await pause(POLL_EVERY_MS);
      }
    } finally {
      watched.delete(id);
    }
  };
