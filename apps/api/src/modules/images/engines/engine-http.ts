import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '../../../platform/errors/is-error.js';
import { EngineError } from './image-engine.port.js';

const MOST_JSON_BYTES = 65_536;
const JSON_SILENCE_MS = 5_000;
/** Longer than any generation waits. */
const LONGEST_WAIT_MS = 3_600_000;
/** The reason of a failed connection, and nothing else of it. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

export interface ReadOptions {
  limit: number;
  silenceMs: number;
  signal: AbortSignal;
}

function connectionCode(error: unknown): string {
  const cause = isError(error) ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && ERROR_CODE.test(code) ? code : 'no connection';
}

/** Redirects are not followed: they would carry the key elsewhere. Throws the signal's reason when aborted. */
export async function ask(server: string, url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' });
  } catch (error) {
    init.signal.throwIfAborted();
    const code = connectionCode(error);
    // Neither cause nor text of the original: they may carry parts of the request.
    throw code === 'UND_ERR_HEADERS_TIMEOUT'
      ? new EngineError('ENGINE_TIMEOUT', `${server} took too long to answer`)
      : new EngineError('ENGINE_UNAVAILABLE', `${server} cannot be reached (${code})`);
  }
}

/**
 * Throws `ENGINE_FAILED` (broken off), `ENGINE_TIMEOUT` (silent), `IMAGE_INVALID` (too large) or the signal's reason.
 */
export async function readBody(server: string, response: Response, options: ReadOptions): Promise<Buffer> {
  const { limit, silenceMs, signal } = options;
  const tooLarge = () => new EngineError('IMAGE_INVALID', `${server} answered more than ${limit} bytes`);
  if (!response.body) return Buffer.alloc(0);
  const reader = response.body.getReader();
  try {
    if (Number(response.headers.get('content-length')) > limit) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const chunk = await nextChunk(server, reader, silenceMs);
      if (!chunk) return Buffer.concat(chunks);
      bytes += chunk.byteLength;
      if (bytes > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError) throw error;
    throw new EngineError('ENGINE_FAILED', `${server} broke its answer off`);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

async function nextChunk(
  server: string,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
): Promise<Uint8Array | undefined> {
  const heard = new AbortController();
  const silence = sleep(silenceMs, undefined, { signal: heard.signal }).then(() => {
    throw new EngineError('ENGINE_TIMEOUT', `${server} fell silent in the middle of its answer`);
  });
  try {
    return (await Promise.race([reader.read(), silence])).value;
  } finally {
    heard.abort();
    silence.catch(() => undefined);
  }
}

export interface JsonOptions {
  signal: AbortSignal;
  limit?: number;
  silenceMs?: number;
}

export async function readJson(server: string, response: Response, options: JsonOptions): Promise<unknown> {
  const { signal, limit = MOST_JSON_BYTES, silenceMs = JSON_SILENCE_MS } = options;
  const body = await readBody(server, response, { signal, limit, silenceMs });
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Read only to know which error it is. */
export const readError = (server: string, response: Response, signal: AbortSignal): Promise<unknown> =>
  readJson(server, response, { signal }).catch(() => signal.throwIfAborted());

export const discard = (response: Response): void => void response.body?.cancel().catch(() => undefined);

/** Seconds or a date by the server's own clock; `otherwise` when absent or invalid. */
export function retryAfterMs(headers: Headers, otherwise: number): number {
  const text = headers.get('retry-after');
  if (!text) return otherwise;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? otherwise : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

export const mediaType = (response: Response): string =>
  /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(response.headers.get('content-type') ?? '')?.[0].toLowerCase() ?? 'something';
