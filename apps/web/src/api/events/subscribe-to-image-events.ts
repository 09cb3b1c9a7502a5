import { pause } from '../../shared/time/pause';
import { listenOnce, type ImageMessage } from './image-stream';

const CHANNEL = 'image-events';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

async function listen(signal: AbortSignal, onMessage: (message: ImageMessage) => void): Promise<void> {
  const state = { lastEventId: null as string | null, wait: FIRST_PAUSE_MS };
  const received = (message: ImageMessage, id: string | null) => {
    state.lastEventId = id ?? state.lastEventId;
    state.wait = FIRST_PAUSE_MS;
    onMessage(message);
  };
  const isOver = () => signal.aborted;
  while (!isOver()) {
    // A failed connection is no error for the person: polling goes on meanwhile.
    const { lastEventId } = state;
    const status = await listenOnce({ signal, lastEventId, onMessage: received }).catch(() => 0);
    if (status === 401 || isOver()) return;
    await pause(state.wait, signal, 'abort');
    state.wait = Math.min(state.wait * 2, LONGEST_PAUSE_MS);
  }
}

/**
 * Reports events of the person's images until stopped. One tab holds the connection and tells the others, because a
 * browser allows six to a host; where it has no locks every tab has its own.
 */
export function subscribeToImageEvents(onMessage: (message: ImageMessage) => void): () => void {
  const stopped = new AbortController();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  channel?.addEventListener('message', (event: MessageEvent<ImageMessage>) => onMessage(event.data));
  const lead = () =>
    listen(stopped.signal, (message) => {
      channel?.postMessage(message);
      onMessage(message);
    });
  const locks = (navigator as { locks?: LockManager }).locks;
  const leading = locks && channel ? locks.request(CHANNEL, { signal: stopped.signal }, lead) : lead();
  // Aborting a request for a lock rejects it.
  leading.catch(() => undefined);
  return () => {
    stopped.abort();
    channel?.close();
  };
}
