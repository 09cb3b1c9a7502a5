import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: ReceivedWebhook[];
  bodies(): string[];
  /** Returns when `count` webhooks have arrived since the start. */
  waitFor(count: number): Promise<void>;
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** An application's webhook endpoint that keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(status).end();
      server.emit('webhook');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    bodies: () => received.map(({ body }) => body),
    waitFor: async (count) => {
      while (received.length < count) await once(server, 'webhook');
    },
    answerWith: (value) => {
      status = value;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
