import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Where webhooks may be sent to in tests; nothing else of this machine. */
export const TEST_NETWORK = '127.0.0.2/32';
const TEST_HOST = '127.0.0.2';
/** What no webhook may ever reach. */
const FORBIDDEN_HOSTS = ['127.0.0.1', '127.0.0.3', '::1'];

export interface ReceivedAttempt {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (attempt: ReceivedAttempt, response: ServerResponse) => void;

const listen = (server: Server, host: string, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

/** A server of somebody who gets webhooks. */
export class TestReceiver {
  readonly received: ReceivedAttempt[] = [];
  /** Attempts under way, by path. */
  private readonly open = new Map<string, number>();
  /** The most attempts under way at one path at once. */
  mostAtOnce = 0;
  answer: Answer = (_, response) => void response.writeHead(204).end();
  private port = 0;

  private readonly server = createServer((request, response) => {
    const path = request.url ?? '';
    this.begin(path, request.socket, response);
    void buffer(request).then(
      (bytes) => {
        const attempt = { path, headers: request.headers, body: bytes.toString() };
        this.received.push(attempt);
        this.answer(attempt, response);
      },
      () => undefined,
    );
  });

  async start(): Promise<void> {
    this.port = await listen(this.server, TEST_HOST);
  }

  url(path = '/', host = TEST_HOST): string {
    return `http://${host}:${this.port}${path}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Until the answer is sent, or the sender has hung up. */
  private begin(path: string, socket: Socket, response: ServerResponse): void {
    const now = (this.open.get(path) ?? 0) + 1;
    this.open.set(path, now);
    this.mostAtOnce = Math.max(this.mostAtOnce, now);
    let isOpen = true;
    const end = (): void => {
      if (isOpen) this.open.set(path, (this.open.get(path) ?? 0) - 1);
      isOpen = false;
    };
    response.on('close', end);
    socket.on('end', end);
  }
}

/** Listeners that must see nothing, each on the same port. */
export class ForbiddenListeners {
  connections = 0;
  port = 0;
  private readonly servers: Server[] = [];

  /** Until a port is found that is free everywhere. */
  async start(): Promise<void> {
    for (;;) {
      try {
        await this.listenEverywhere();
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        this.stop();
      }
    }
  }

  stop(): void {
    for (const server of this.servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    this.port = 0;
  }

  private async listenEverywhere(): Promise<void> {
    for (const host of FORBIDDEN_HOSTS) {
      const server = createServer((_, response) => void response.end()).on('connection', () => (this.connections += 1));
      this.port = await listen(server, host, this.port);
      this.servers.push(server);
    }
    // Nothing else of the tests is at this port where webhooks may go.
    const reserved = createServer().on('connection', (socket) => socket.destroy());
    await listen(reserved, TEST_HOST, this.port);
    this.servers.push(reserved);
  }
}
