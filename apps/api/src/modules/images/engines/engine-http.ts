import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '../../../platform/errors/is-error.js';
import { EngineError } from './image-engine.port.js';

const MOST_JSON_BYTES = 65_536;
const JSON_SILENCE_MS = 5_000;
/** Longer than any generation waits: above, numbers would only grow. */
const LONGEST_WAIT_MS = 3_600_000;
/** What says of a failed connection why, without saying anything else. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]{1,60}$/;

export interface ReadOptions {
  /** Bytes; more is refused while it arrives. */
  limit: number;
  /** Without a byte for so long, the sender is given up. */
  silenceMs: number;
  signal: AbortSignal;
}

function connectionCode(error: unknown): string {
  const cause = isError(error) ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && ERROR_CODE.test(code) ? code : 'no connection';
}

/**
 * One request to an engine's server. Redirects are not followed: they would carry the key to wherever they point.
 * Throws the signal's reason when it is aborted; `ENGINE_UNAVAILABLE` when no answer begins.
 */
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
 * The whole body. Throws `ENGINE_FAILED` when it breaks off, `ENGINE_TIMEOUT` when it falls silent, `IMAGE_INVALID` when it
 * is larger than anything we would take, and the signal's reason when it is aborted.
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
  /** Bytes; as much as an error or a state needs unless given. */
  limit?: number;
  silenceMs?: number;
}

/** The body as JSON; undefined when it is none. Otherwise throws like `readBody`. */
export async function readJson(server: string, response: Response, options: JsonOptions): Promise<unknown> {
  const { signal, limit = MOST_JSON_BYTES, silenceMs = JSON_SILENCE_MS } = options;
  const body = await readBody(server, response, { signal, limit, silenceMs });
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** What an error answer says, as far as it can be read: it is looked at only to know which error it is. */
export const readError = (server: string, response: Response, signal: AbortSignal): Promise<unknown> =>
  readJson(server, response, { signal }).catch(() => signal.throwIfAborted());

/** Nobody reads the rest of this answer. */
export const discard = (response: Response): void => void response.body?.cancel().catch(() => undefined);

/** What Retry-After asks for, as seconds or as a date by the server's own clock; `otherwise` when it is absent or nonsense. */
export function retryAfterMs(headers: Headers, otherwise: number): number {
  const text = headers.get('retry-after')?.trim();
  if (!text) return otherwise;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? otherwise : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/** The media type alone, safe for a log. */
export const mediaType = (response: Response): string =>
  /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(response.headers.get('content-type') ?? '')?.[0].toLowerCase() ?? 'something';
