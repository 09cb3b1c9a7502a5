import { connect, type Socket } from 'node:net';
import { median } from './statistics.js';

export interface HttpRequest {
  method?: 'GET' | 'POST';
  /** With the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  /** Seconds after which one may ask again, where the answer says so. */
  retryAfter: number | null;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

function encode({ method = 'GET', path, headers = {}, body }: HttpRequest, host: string): string {
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries({ host, ...headers, ...content }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/**
 * One keep-alive connection that asks one thing at a time. Written for the bench because a full HTTP client computes more
 * for a request than the servers that are measured on the same machine. Answers need a content-length.
 */
export class Connection {
  private received: Buffer = NOTHING;
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('The server closed the connection')));
  }

  static async open(origin: string): Promise<Connection> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket, host);
  }

  /** False once the server has closed it, as it does with what is idle for long. */
  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  ask(request: HttpRequest): Promise<Answer> {
    if (this.socket.destroyed) return Promise.reject(new Error('The server closed the connection'));
    const answer = new Promise<Answer>((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    this.socket.write(encode(request, this.host));
    return answer;
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.waiting?.reject(new Error(`An answer without content-length:\n${head}`));
      return;
    }
    const end = headEnd + HEAD_END.length + Number(length);
    if (this.received.length < end) return;
    const body = this.received.subarray(headEnd + HEAD_END.length, end);
    this.received = this.received.subarray(end);
    const retryAfter = /\r\nretry-after: *(\d+)/i.exec(head)?.[1];
    this.waiting?.resolve({
      status: Number(head.slice(9, 12)),
      retryAfter: retryAfter ? Number(retryAfter) : null,
      body,
    });
  }
}

export interface LoadOptions {
  origin: string;
  requests: number;
  connections: number;
  /** The request with this number, from 0. */
  request: (index: number) => HttpRequest;
  /** Status of a right answer; 200 unless said. */
  status?: number;
}

/** Sends a fixed number of requests over some connections and answers the median of their times in milliseconds. */
export async function load({ origin, requests, connections, request, status = 200 }: LoadOptions): Promise<number> {
  const times: number[] = [];
  let next = 0;
  const work = async (connection: Connection): Promise<void> => {
    for (let index = next++; index < requests; index = next++) {
      const began = performance.now();
      const answer = await connection.ask(request(index));
      times.push(performance.now() - began);
      if (answer.status !== status)
        throw new Error(`Answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
    }
  };
  const opened = await Promise.all(Array.from({ length: connections }, () => Connection.open(origin)));
  try {
    await Promise.all(opened.map(work));
  } finally {
    for (const connection of opened) connection.close();
  }
  return median(times);
}
