export interface EventStream {
  /** Resolves when the generation completed; rejects when it failed or the stream ended. */
  completed: (id: string) => Promise<void>;
  hasReported: (id: string) => boolean;
  close: () => void;
}

type Ending = 'completed' | 'failed';

function parseEvent(event: string): { id: string; status: string } | null {
  const lines = event.split('\n');
  if (!lines.includes('event: generation')) return null;
  const data = lines.find((line) => line.startsWith('data: '))?.slice(6);
  return data === undefined ? null : (JSON.parse(data) as { id: string; status: string });
}

/** Resolves once the stream has begun. */
export async function listenToEvents(origin: string, headers: Record<string, string>): Promise<EventStream> {
  const control = new AbortController();
  const response = await fetch(`${origin}/api/images/events`, { headers, signal: control.signal });
  if (!response.ok || !response.body) throw new Error(`the event stream was answered with ${response.status}`);
  const endings = new Map<string, Ending>();
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  let isOver = false;
  const readAll = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const found = parseEvent(event);
        if (found?.status === 'completed' || found?.status === 'failed') endings.set(found.id, found.status);
      }
      notify();
    }
  };
  void readAll(response.body)
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      notify();
    });
  return {
    close: () => control.abort(),
    hasReported: (id) => endings.has(id),
    completed: (id) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const ending = endings.get(id);
          if (ending === undefined && !isOver) return;
          listeners.delete(check);
          if (ending === 'completed') resolve();
          else reject(new Error(`generation ${id}: ${ending ?? 'the event stream ended'}`));
        };
        listeners.add(check);
        check();
      }),
  };
}
