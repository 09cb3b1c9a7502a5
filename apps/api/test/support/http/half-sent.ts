import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { until } from '../timing/until.js';

const BODY = '{"refresh_token":"none"}';
const SENT = 5;

/** A request to refresh a session of which the body has only begun. */
export interface HalfSent {
  socket: Socket;
  /** Everything received so far. */
  answer(): string;
  /** The status line's beginning, `HTTP/1.1 401`. */
  status(): string;
  /** Sends the rest, and waits for the answer. */
  finish(): Promise<string>;
}

/** `forwardedFor`: the address that a proxy in front claims to have seen. */
export async function sendHalf(origin: string, forwardedFor?: string): Promise<HalfSent> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  const head = [
    'POST /api/auth/refresh HTTP/1.1',
    'host: localhost',
    ...(forwardedFor === undefined ? [] : [`x-forwarded-for: ${forwardedFor}`]),
    'content-type: application/json',
    `content-length: ${BODY.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, SENT)}`);
  const status = (): string => answer.slice(0, 'HTTP/1.1 200'.length);
  return {
    socket,
    answer: () => answer,
    status,
    finish: async () => {
      socket.write(BODY.slice(SENT));
      await until(() => answer !== '');
      return status();
    },
  };
}
