import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Stands before a service and lets it fall silent or go away, while the service itself goes on. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private isStalled = false;
  private delayMs = 0;
  private bytesUntilCut = Infinity;
  port = 0;

  constructor(private readonly target: { host: string; port: number }) {}

  /** A proxy before the service that `url` names; `urlThrough` gives the address to use instead. */
  static before(url: string): TcpProxy {
    const { hostname, port } = new URL(url);
    return new TcpProxy({ host: hostname, port: Number(port) });
  }

  urlThrough(url: string): string {
    const changed = new URL(url);
    changed.host = `127.0.0.1:${this.port}`;
    return changed.href;
  }

  /** Of clients, that are open. */
  get connections(): number {
    return this.sockets.size / 2;
  }

  /** Takes connections, on the same port each time. */
  async open(): Promise<void> {
    this.isStalled = false;
    this.delayMs = 0;
    this.bytesUntilCut = Infinity;
    if (this.server) {
      for (const socket of this.sockets) socket.resume();
      return;
    }
    const server = createServer((client) => this.forward(client));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address && typeof address === 'object') this.port = address.port;
    this.server = server;
  }

  /** Keeps connections and takes new ones, but nothing comes through any more. */
  stall(): void {
    this.isStalled = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Everything still comes through, each piece so much later, in both directions. */
  slow(ms: number): void {
    this.delayMs = ms;
  }

  /** Goes down as soon as clients have sent this many bytes more, however fast they send. */
  downAfter(bytes: number): void {
    this.bytesUntilCut = bytes;
  }

  /** Cuts all connections and refuses new ones. */
  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private forward(client: Socket): void {
    const upstream = connect(this.target);
    client.on('data', (chunk: Buffer) => {
      this.bytesUntilCut -= chunk.length;
      if (this.bytesUntilCut < 0) void this.down();
    });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      // In the order of coming, also when the delay changes meanwhile.
      let passed = Promise.resolve();
      from.on('data', (chunk) => {
        const due = this.delayMs === 0 ? undefined : sleep(this.delayMs, undefined, { ref: false });
        passed = passed.then(() => due).then(() => void to.write(chunk));
      });
      from.on('close', () => {
        this.sockets.delete(from);
        void passed.then(() => to.destroy());
      });
      if (this.isStalled) from.pause();
    }
  }
}
