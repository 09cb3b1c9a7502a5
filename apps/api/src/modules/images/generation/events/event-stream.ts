import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { whenClosed } from '../../../../platform/http/when-closed.js';

/** A slower client is disconnected; it reconnects and gets a snapshot. */
const HOPELESS_BYTES = 1024 * 1024;
const RETRY_MS = 2_000;

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx would hold events back until its buffer is full.
  'x-accel-buffering': 'no',
} as const;

export class EventStream {
  readonly openedAt = performance.now();

  constructor(private readonly response: ServerResponse) {
    // A broken connection also emits `close`.
    response.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  onClose(listener: () => void): void {
    whenClosed(this.response, listener);
  }

  begin(headers: OutgoingHttpHeaders): void {
    if (this.isClosed) return;
    // Closed with the stream, so that shutdown does not wait for clients.
    this.response.writeHead(200, { ...headers, ...STREAM_HEADERS, connection: 'close' });
    this.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** `id` becomes Last-Event-ID. Events that `canMiss` are skipped for a client that is too slow. */
  send(name: string, data: unknown, { id, canMiss = false }: { id?: number; canMiss?: boolean } = {}): void {
    if (canMiss && this.response.writableNeedDrain) return;
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Lets a client recognize a dead connection. */
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
