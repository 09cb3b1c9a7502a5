import type { ImageEventName, ImageEvents } from '@app/contracts';
import { request, type IncomingMessage } from 'node:http';
import { until } from '../timing/until.js';

export type ReceivedEvent = {
  [N in ImageEventName]: { name: N; id: string | null; data: ImageEvents[N] };
}[ImageEventName];

/** One open event stream, as a client reads it. */
export interface EventReader {
  status: number;
  headers: IncomingMessage['headers'];
  /** Everything received so far. */
  text(): string;
  events(): ReceivedEvent[];
  /** Waits for the first event that fits. Throws once the stream has ended without one. */
  event(fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  /** Resolves when the server ends the stream, or the connection breaks. */
  ended: Promise<void>;
  /** Stops reading, so that what the server sends piles up. */
  pause(): void;
  /** Hangs up. */
  close(): void;
}

const parseEvent = (block: string): ReceivedEvent[] => {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const [name, data] = [field('event'), field('data')];
  if (!name || !data) return [];
  return [{ name, id: field('id') ?? null, data: JSON.parse(data) as unknown } as ReceivedEvent];
};

const complete = (text: string): string[] => text.split('\n\n').slice(0, -1);

/** Opens `path` on a connection of its own. */
export function openEvents(url: string, headers: Record<string, string>): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      let isOver = false;
      const ended = new Promise<void>((done) => response.on('close', () => done())).then(() => void (isOver = true));
      const events = (): ReceivedEvent[] => complete(text).flatMap(parseEvent);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        events,
        event: async (fits) => {
          await until(() => isOver || events().some(fits));
          const found = events().find(fits);
          if (!found)
            throw new Error(
              `the stream ended after ${events()
                .map(({ name }) => name)
                .join(', ')}`,
            );
          return found;
        },
        ended,
        pause: () => void response.pause(),
        close: () => void sent.destroy(),
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
