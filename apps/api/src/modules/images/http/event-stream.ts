import type { ServerResponse } from 'node:http';

/** Beyond so many unsent bytes what can be missed is left out, beyond the second number the connection is given up. */
const CROWDED_BYTES = 64 * 1024;
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
  private readonly leaving: (() => void)[] = [];

  constructor(private readonly raw: ServerResponse) {
    raw.on('close', () => this.leaving.splice(0).forEach((leave) => leave()));
    // A connection that breaks is closed, and that is heard above.
    raw.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.raw.destroyed || this.raw.writableEnded;
  }

  /** Calls `leave` once, when the stream ends however it ends; at once if it has. */
  onClose(leave: () => void): void {
    if (this.raw.closed) leave();
    else this.leaving.push(leave);
  }

  /** Begins the answer with the headers that every answer of the service carries. */
  begin(headers: Record<string, number | string | string[] | undefined>): void {
    this.raw.writeHead(200, { ...headers, ...STREAM_HEADERS });
    this.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** `id` becomes the client's Last-Event-ID. An event that `canMiss` is left out when the client cannot keep up. */
  send(name: string, data: unknown, { id, canMiss = false }: { id?: number; canMiss?: boolean } = {}): void {
    if (canMiss && this.raw.writableLength > CROWDED_BYTES) return;
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment, so that silence means a dead connection. */
  beat(): void {
    this.write(': \n\n');
  }

  close(): void {
    if (!this.isClosed) this.raw.end();
  }

  private write(text: string): void {
    if (this.isClosed) return;
    if (this.raw.writableLength > HOPELESS_BYTES) this.raw.destroy();
    else this.raw.write(text);
  }
}
