import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A client with more unsent bytes is given up; it comes back and gets a snapshot. */
const HOPELESS_BYTES = 1024 * 1024;
const RETRY_MS = 2_000;

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx would hold events back until its buffer is full.
  'x-accel-buffering': 'no',
} as const;

/** One open stream of server-sent events. */
export class EventStream {
  readonly openedAt = performance.now();

  constructor(private readonly response: ServerResponse) {
    // A broken connection also emits `close`.
    response.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  /** Calls `listener` once, however the stream ends; at once if it has ended. */
  onClose(listener: () => void): void {
    if (this.response.closed) listener();
    else this.response.once('close', listener);
  }

  begin(headers: OutgoingHttpHeaders): void {
    if (this.isClosed) return;
    // Closing the connection with the stream keeps a stop from waiting for clients that never end their side.
    this.response.writeHead(200, { ...headers, ...STREAM_HEADERS, connection: 'close' });
    this.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** `id` becomes the client's Last-Event-ID. An event that `canMiss` is left out when the client cannot keep up. */
  send(name: string, data: unknown, { id, canMiss = false }: { id?: number; canMiss?: boolean } = {}): void {
    if (canMiss && this.response.writableNeedDrain) return;
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment, so that silence means a dead connection. */
  sendHeartbeat(): void {
    this.write(': \n\n');
  }

  close(): void {
    if (!this.isClosed) this.response.end();
  }

  private write(text: string): void {
    if (this.isClosed) return;
    if (this.response.writableLength > HOPELESS_BYTES) this.response.destroy();
    else this.response.write(text);
  }
}
