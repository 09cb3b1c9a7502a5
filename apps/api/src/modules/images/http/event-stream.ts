import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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

type Headers = Record<string, number | string | string[] | undefined>;

const headLines = (headers: Headers): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map((one) => `${name}: ${one}\r\n`),
  );

/** One piece of a body whose length nobody knows (RFC 9112, 7.1). */
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const LAST_CHUNK = '0\r\n\r\n';

/**
 * One open stream of server-sent events. It writes to the connection itself: Node would keep the headers of an answer, in
 * several shapes, for as long as that lasts, and a person who only has the page open would cost twice the memory.
 */
export class EventStream {
  readonly openedAt = performance.now();
  private readonly leaving: (() => void)[] = [];
  /** Null when the client left before the stream began. */
  private readonly socket: Socket | null;

  constructor(private readonly raw: ServerResponse) {
    this.socket = raw.socket;
    raw.on('close', () => this.leaving.splice(0).forEach((leave) => leave()));
    // A connection that breaks is closed, and that is heard above.
    raw.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.socket === null || this.socket.destroyed || this.socket.writableEnded;
  }

  /** Calls `leave` once, when the stream ends however it ends; at once if it has. */
  onClose(leave: () => void): void {
    if (this.raw.closed) leave();
    else this.leaving.push(leave);
  }

  /** Begins the answer with the headers that every answer of the service carries. */
  begin(headers: Headers): void {
    const all: Headers = {
      ...headers,
      ...STREAM_HEADERS,
      date: new Date().toUTCString(),
      'transfer-encoding': 'chunked',
      // Node does not know how far the answer is, so it must not read the next request from here.
      connection: 'close',
    };
    this.put(`HTTP/1.1 200 OK\r\n${headLines(all).join('')}\r\n`);
    this.write(`retry: ${RETRY_MS}\n\n`);
    for (const name of this.raw.getHeaderNames()) this.raw.removeHeader(name);
  }

  /** `id` becomes the client's Last-Event-ID. An event that `canMiss` is left out when the client cannot keep up. */
  send(name: string, data: unknown, { id, canMiss = false }: { id?: number; canMiss?: boolean } = {}): void {
    if (canMiss && (this.socket?.writableLength ?? 0) > CROWDED_BYTES) return;
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A comment, so that silence means a dead connection. */
  beat(): void {
    this.write(': \n\n');
  }

  close(): void {
    if (!this.socket || this.isClosed) return;
    this.socket.write(LAST_CHUNK);
    // Also when the client never ends its side.
    this.socket.destroySoon();
  }

  private write(text: string): void {
    this.put(chunk(text));
  }

  private put(text: string): void {
    if (!this.socket || this.isClosed) return;
    if (this.socket.writableLength > HOPELESS_BYTES) this.socket.destroy();
    else this.socket.write(text);
  }
}
