import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { listen } from './web-server.js';

export const HALF_A_HEADER = 'POST /api/images HTTP/1.1\r\nhost: localhost\r\nx-unfinished: ';
export const HALF_A_BODY = 'POST /api/images HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf';

export interface Cut {
  /** What was answered before. */
  answer: string;
  /** `ECONNRESET` where the connection was not closed but reset. */
  error: string | undefined;
}

/** Sends what never comes to its end. Once it has been sent, gives what resolves when the server closes the connection. */
export async function sendHalf(origin: string, half: string): Promise<{ cut: Promise<Cut> }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const seen: Cut = { answer: '', error: undefined };
  socket.setEncoding('utf8').on('data', (chunk: string) => (seen.answer += chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => (seen.error = error.code));
  const closed = new Promise<Cut>((resolve) => socket.once('close', () => resolve(seen)));
  await new Promise((resolve) => socket.write(half, resolve));
  return { cut: closed };
}

/** A server of Node that has nothing to do but wait, to compare with: a machine that is busy or pauses delays both. */
export async function startPatientServer(options: {
  headersTimeout: number;
  connectionsCheckingInterval: number;
}): Promise<{ server: Server; origin: string }> {
  const server = createServer({ ...options, requestTimeout: options.headersTimeout });
  return { server, origin: await listen(server) };
}
