import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedWebhook {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

export interface WebhookReceiver {
  /** Of this test; known before the application listens. */
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Passes on what comes from now on, as it came. */
  forwardTo(url: string): void;
}

/** Gives the test file an address for webhooks. */
export function useWebhookReceiver(): WebhookReceiver {
  let target: string | null = null;
  let tests = 0;
  const path = () => `/webhooks/${tests}`;
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, answer) => {
    void buffer(request).then(async (body) => {
      const { headers } = request;
      // A delivery of an earlier test may still be on its way.
      if (request.url === path()) received.push({ body, headers });
      const { 'content-length': _, host: __, connection: ___, ...passed } = headers;
      const sent = target && (await fetch(target, { method: 'POST', body, headers: passed as Record<string, string> }));
      answer.writeHead(sent ? sent.status : 200).end();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => {
    tests += 1;
    received.splice(0);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path()}`;
    },
    received,
    forwardTo: (url) => {
      target = url;
    },
  };
}
