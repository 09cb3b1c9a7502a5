import { afterEach } from '@jest/globals';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
  /** The connection ends without an answer, or within it. */
  breaks?: 'before' | 'within';
  /** A part is sent, and then nothing more. */
  stalls?: boolean;
}

export interface TestServer {
  url: string;
  received: Received[];
}

export const success = (data: unknown): Reply => ({ body: { success: true, data } });
export const failure = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { success: false, code, message: `Message of ${code}`, request_id: 'req_1' },
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** `answer` gets each request and those before it; what never resolves is never answered. */
export async function startServer(
  answer: (request: Received, before: Received[]) => Reply | Promise<Reply>,
): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
      const before = [...received];
      received.push(one);
      void Promise.resolve(answer(one, before)).then(({ status = 200, headers: more = {}, body, breaks, stalls }) => {
        if (breaks === 'before') return request.socket.destroy();
        const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
        const bytes = isRaw ? Buffer.from(body) : Buffer.from(JSON.stringify(body ?? {}));
        const isPart = breaks === 'within' || stalls === true;
        response.writeHead(status, {
          'content-type': isRaw ? 'image/png' : 'application/json',
          'content-length': isPart ? bytes.length + 1 : bytes.length,
          ...more,
        });
        if (!isPart) return response.end(bytes);
        return response.write(bytes, () => stalls || request.socket.destroy());
      });
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}
