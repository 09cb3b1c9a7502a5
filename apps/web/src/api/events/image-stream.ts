import { routes, STREAM_SILENCE_MS, type ImageEventName, type ImageEvents } from '@app/contracts';
import { createParser } from 'eventsource-parser';
import { send } from '../client/http';

export type ImageMessage = { [N in ImageEventName]: { name: N; data: ImageEvents[N] } }[ImageEventName];

const NAMES: Record<ImageEventName, true> = {
  snapshot: true,
  generation: true,
  progress: true,
  quota: true,
  signed_out: true,
};
const isName = (name: string | undefined): name is ImageEventName => name !== undefined && name in NAMES;

interface Listening {
  signal: AbortSignal;
  lastEventId: string | null;
  onMessage: (message: ImageMessage, id: string | null) => void;
}

/**
 * Listens until the connection ends or says nothing for too long. A fetch stream, because `EventSource` cannot send a
 * token. Resolves with the status of the answer; who listens decides whether to come back.
 */
export async function listenOnce({ signal, lastEventId, onMessage }: Listening): Promise<number> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, STREAM_SILENCE_MS);
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(stop, STREAM_SILENCE_MS);
  };
  try {
    const response = await send({
      route: routes.images.events,
      headers: { accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
      signal: connection.signal,
    });
    if (response.ok && response.body) await readAll(response.body, alive, onMessage);
    return response.status;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    connection.abort();
  }
}

async function readAll(body: ReadableStream<Uint8Array>, alive: () => void, onMessage: Listening['onMessage']) {
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      // The names are checked, the contents are our own server's.
      if (isName(event)) onMessage({ name: event, data: JSON.parse(data) as never }, id ?? null);
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
