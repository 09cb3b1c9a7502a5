import { createClient, type ClientOptions } from '../../src/client.js';
import { LuminaError } from '../../src/errors.js';
import type { Retry } from '../../src/retrying-fetch.js';
import { startServer } from './http-server.js';
import { KEY } from './samples.js';

export type Answer = Parameters<typeof startServer>[0];

export async function open(answer: Answer, options: Partial<ClientOptions> = {}) {
  const server = await startServer(answer);
  const retries: Retry[] = [];
  const onRetry = (retry: Retry) => void retries.push(retry);
  const client = createClient({ baseUrl: server.url, key: KEY, backoffMs: 1, onRetry, ...options });
  return { server, client, retries };
}

export const errorOf = async (work: Promise<unknown>): Promise<LuminaError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof LuminaError) return error;
  throw new Error(`Not refused by a LuminaError: ${String(error)}`);
};
