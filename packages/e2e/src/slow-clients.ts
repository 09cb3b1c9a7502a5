import { inTime } from '@app/api/test-support/in-time';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where requests go, and from which address of this machine (Linux has all of 127.0.0.0/8). */
export interface Way {
  origin: string;
  from: string;
}

const REQUEST = 'POST /api/auth/refresh HTTP/1.1\r\nhost: localhost\r\n';

/** What an attacker begins with, and never ends. */
export const HALVES = {
  header: `${REQUEST}x-unfinished: `,
  body: `${REQUEST}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"refresh`,
} as const;

const REOPEN_MS = 2_000;

/** Connections with a request that never comes to its end. One that is closed is opened again. */
export class UnfinishedRequests {
  private readonly sockets = new Set<Socket>();
  private isOver = false;
  opened = 0;
  /** Resolves once each of the first connections has been closed. */
  readonly allClosed: Promise<unknown>;

  constructor(
    private readonly way: Way,
    private readonly half: string,
    count: number,
  ) {
    this.allClosed = Promise.all(Array.from({ length: count }, () => this.open()));
  }

  stop(): void {
    this.isOver = true;
    for (const socket of this.sockets) socket.destroy();
  }

  private open(): Promise<void> {
    const { hostname, port } = new URL(this.way.origin);
    const socket = connect({ host: hostname, port: Number(port), localAddress: this.way.from });
    socket.on('connect', () => {
      this.opened += 1;
      socket.write(this.half);
    });
    socket.on('error', () => undefined);
    // Unread answers would keep it open.
    socket.resume();
    this.sockets.add(socket);
    return new Promise((resolve) => {
      socket.on('close', () => {
        this.sockets.delete(socket);
        if (!this.isOver) setTimeout(() => this.isOver || void this.open(), REOPEN_MS);
        resolve();
      });
    });
  }
}

export interface Stream {
  status: number;
  request: ClientRequest;
}

function ask({ origin, from }: Way, path: string, options: { method?: string; token?: string; body?: string } = {}) {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', token, body } = options;
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
  };
  const sent = request({ hostname, port, path: `/api${path}`, method, headers, localAddress: from, agent: false });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve);
    sent.on('error', reject);
  });
  sent.end(body);
  return { sent, answered };
}

/** Opens an event stream, which stays open until its request is destroyed. */
export async function openStream(way: Way, token: string): Promise<Stream> {
  const { sent, answered } = ask(way, '/images/events', { token });
  const answer = await answered;
  answer.on('error', () => undefined).resume();
  return { status: answer.statusCode ?? 0, request: sent };
}

/** The calls of a visitor who has nothing to do with the attack, and what each is answered by. */
const VISIT = [
  { path: '/images/styles', status: 200 },
  { path: '/quota', status: 200, withToken: true },
  { path: '/auth/refresh', method: 'POST', body: '{"refresh_token":"unknown"}', status: 401 },
];

export interface Visit {
  calls: number;
  slowestMs: number;
  wrong: string[];
}

/** Visits again and again for `seconds`. */
export async function visitFor(seconds: number, way: Way, token: string): Promise<Visit> {
  const visit: Visit = { calls: 0, slowestMs: 0, wrong: [] };
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    for (const { path, status, withToken = false, ...rest } of VISIT) {
      const { value, ms } = await inTime(async () => {
        const answer = await ask(way, path, { ...rest, ...(withToken && { token }) }).answered;
        answer.resume();
        return answer.statusCode;
      }).catch((error: unknown) => ({ value: String(error), ms: 0 }));
      visit.calls += 1;
      visit.slowestMs = Math.max(visit.slowestMs, ms);
      if (value !== status) visit.wrong.push(`${path} from ${way.from}: ${value}`);
    }
    await sleep(50);
  }
  return visit;
}
