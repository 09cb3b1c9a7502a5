import { expect } from '@jest/globals';
import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Asked {
  path: string;
  headers?: Record<string, string>;
  method?: string;
}

/** Sends the path as it is, climbing out of folders too, over a connection of its own. */
export function ask(origin: string, { path, headers = {}, method = 'GET' }: Asked): Promise<Got> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Of a refusal; null where the body is none of ours. */
export function codeOf({ body, headers }: Got): unknown {
  const isJson = headers['content-type']?.startsWith('application/json') ?? false;
  return isJson ? (JSON.parse(body.toString()) as { code: unknown }).code : null;
}

/** Status and headers that a client may rely on; the others belong to the connection or to the moment. */
export function told({ status, headers }: Got): Record<string, unknown> {
  const { date: _, connection: _c, 'keep-alive': _k, server: _s, 'x-request-id': id, ...rest } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return { ...rest, status, 'cache-control': rest['cache-control']?.replace(/max-age=\d+/, 'max-age=…') };
}
