export interface EventStream {
  /** Resolves when a generation with this id is told to have completed; rejects when it failed or the stream ended. */
  completed: (id: string) => Promise<void>;
  /** Whether the end of a generation was told. */
  hasTold: (id: string) => boolean;
  close: () => void;
}

interface Waiting {
  resolve: (status: string) => void;
  reject: (error: Error) => void;
}

interface Told {
  id: string;
  status: string;
}

/** The generation that a server-sent event tells of, or null. */
function told(event: string): Told | null {
  const lines = event.split('\n');
  if (!lines.includes('event: generation')) return null;
  const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
  return data === undefined ? null : (JSON.parse(data) as Told);
}

/** Listens to a person's events as a browser does. Resolves once the stream has begun. */
export async function listenToEvents(
  origin: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const control = new AbortController();
  const response = await fetch(`${origin}/api/images/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: control.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The event stream was answered with ${response.status}`);
  const ended = new Map<string, string>();
  const waiting = new Map<string, Waiting>();
  let isOver = false;
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const found = told(event);
        if (found?.status !== 'completed' && found?.status !== 'failed') continue;
        ended.set(found.id, found.status);
        waiting.get(found.id)?.resolve(found.status);
      }
    }
  };
  const end = (): void => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(new Error('The event stream ended'));
  };
  read(response.body).then(end, end);
  return {
    close: () => control.abort(),
    hasTold: (id) => ended.has(id),
    completed: async (id) => {
      if (isOver && !ended.has(id)) throw new Error('The event stream ended');
      const status =
        ended.get(id) ?? (await new Promise<string>((resolve, reject) => waiting.set(id, { resolve, reject })));
      waiting.delete(id);
      if (status !== 'completed') throw new Error(`The generation ${id} failed`);
    },
  };
}
