import { createSecretKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import pg from 'pg';
import { openQueue } from '../measure/queue.js';
import { serve, type YardstickSettings } from './messages.js';
import { replay } from './replay.js';
import { OFFSET, OFFSET_AND_COUNT, ROWS } from './statements.js';
import { verified } from './token.js';

const MOST = 100;
// The product's statement as it is; Postgres leaves each picture's text open, with this behind it.
const NEXT_PICTURE = '\x1e';

interface Page {
  page: number;
  limit: number;
}

/** Page and limit of an address, checked by hand; null when they are no numbers. */
function pageOf(address: string): Page | null {
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 12);
  if (!Number.isInteger(page) || !Number.isInteger(limit) || page < 1 || limit < 1) return null;
  return { page, limit: Math.min(limit, MOST) };
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Answers page requests with node:http and pg alone: the floor that a framework is compared with. */
function pages(settings: YardstickSettings) {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10 });
  const key = createSecretKey(Buffer.from(settings.tokenKey, 'base64url'));
  const rowsBy =
    (name: string | undefined, text: string) =>
    async (userId: string, { page, limit }: Page) => {
      const { rows } = await pool.query<{ total?: number }>({
        ...(name !== undefined && { name }),
        text,
        values: [userId, limit, (page - 1) * limit],
      });
      return JSON.stringify({ success: true, data: { data: rows, page, limit, total: rows[0]?.total ?? 0 } });
    };
  const text = settings.pageStatement;
  const readers: Record<string, (userId: string, page: Page) => Promise<string>> = {
    '/rows': rowsBy('rows', ROWS),
    '/offset': rowsBy('offset', OFFSET),
    // Without a name: planned for this very page. A plan for any page takes minutes for a deep one.
    '/offset-and-count': rowsBy(undefined, OFFSET_AND_COUNT),
    '/json': async (userId, { page, limit }) => {
      const values = [userId, limit, (page - 1) * limit];
      const { rows } = await pool.query<{ total: number; items: string | null }>({ name: 'json', text, values });
      const { total = 0, items = null } = rows[0] ?? {};
      const list = items === null ? '' : `${items.replaceAll(NEXT_PICTURE, '},')}}`;
      return `{"success":true,"data":{"data":[${list}],"page":${page},"limit":${limit},"total":${total}}}`;
    },
  };
  return async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const claims = verified(key, request.headers.authorization);
    const page = pageOf(request.url ?? '');
    const read = readers[path];
    if (!claims) answer(response, 401, '{}');
    else if (!page) answer(response, 400, '{}');
    else if (path === '/token') answer(response, 200, JSON.stringify({ success: true, data: { id: claims.sub } }));
    else if (read) answer(response, 200, await read(claims.sub, page));
    else answer(response, 404, '{}');
  };
}

function sendBytes(response: ServerResponse, bytes: Buffer): void {
  response.writeHead(200, { 'content-type': 'image/webp', 'content-length': bytes.length });
  response.end(bytes);
}

/** Hands out one file: from memory, or read for each request. */
async function files({ file = '' }: YardstickSettings) {
  const bytes = file === '' ? Buffer.alloc(0) : await readFile(file);
  return async (path: string, response: ServerResponse): Promise<void> =>
    sendBytes(response, path === '/memory' ? bytes : await readFile(file));
}

/** Accepts a picture by the statements that the api was seen to send, and puts it into a queue of Bull. */
function orders({ databaseUrl, redisUrl, tokenKey, recording }: YardstickSettings) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const key = createSecretKey(Buffer.from(tokenKey, 'base64url'));
  const queue = recording && openQueue(redisUrl, 'orders');
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const claims = verified(key, request.headers.authorization);
    const body = JSON.parse(await textOf(request)) as { prompt?: unknown };
    if (!claims || !recording || typeof body.prompt !== 'string') {
      answer(response, 400, '{}');
      return;
    }
    const imageId = randomUUID();
    await replay(pool, recording, { userId: claims.sub, sessionId: claims.sid, imageId });
    await queue?.add({ generationId: imageId }, { jobId: `gen:${imageId}:0`, priority: 10 });
    answer(response, 202, JSON.stringify({ success: true, data: { id: imageId, ...body } }));
  };
}

serve(async (settings) => {
  const readPage = pages(settings);
  const sendFile = await files(settings);
  const order = orders(settings);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const failed = (error: unknown): void => answer(response, 500, String(error));
    if (path === '/static') answer(response, 200, settings.staticBody);
    else if (path === '/memory' || path === '/file') sendFile(path, response).catch(failed);
    else if (path === '/generate') order(request, response).catch(failed);
    else readPage(path, request, response).catch(failed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
});
