import { describeConnectionError, isCertainRefusal, LuminaError, readError } from './errors.js';
import { sleep } from './sleep.js';

export interface Retry {
  /** Of the attempt that failed, from 1. */
  attempt: number;
  waitMs: number;
  error: LuminaError;
}

export interface RetryOptions {
  /** For tests and proxies. */
  fetch: (request: Request) => Promise<Response>;
  /** In all, the first included. */
  attempts: number;
  /** Until the answer begins. */
  timeoutMs: number;
  /** Before the second attempt; doubles with each one. `Retry-After` goes before it. */
  backoffMs: number;
  /** A longer `Retry-After` ends the attempts. */
  longestWaitSeconds: number;
  onRetry?: ((retry: Retry) => void) | undefined;
}

const UNAVAILABLE = [502, 503, 504];
const isSafe = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
/** Stopping a batch twice changes nothing. */
const isStop = ({ method, url }: Request): boolean => method === 'POST' && /\/batches\/[^/]+\/stop$/.test(url);
const isRepeatable = (request: Request): boolean =>
  isSafe(request) || isStop(request) || request.headers.has('idempotency-key');

/** 429 is answered before anything is done; what else may have been done is repeated only if that changes nothing. */
const isWorthRepeating = (request: Request, { status }: LuminaError): boolean =>
  status === 429 || (isRepeatable(request) && (status === 0 || UNAVAILABLE.includes(status)));

const isAnswer = ({ ok, status }: Response): boolean => ok || status === 304;

const isDownload = ({ url }: Request): boolean => new URL(url).pathname.endsWith('/download');
const isOfType = ({ headers }: Response, type: string): boolean =>
  headers.get('content-type')?.startsWith(type) ?? false;

/** All answers have the envelope but the description of the API. */
function isOwnJson(bytes: ArrayBuffer): boolean {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof parsed === 'object' && parsed !== null && ('data' in parsed || 'openapi' in parsed);
  } catch {
    return false;
  }
}

/**
 * JSON is read whole, so that a connection that breaks within the answer counts as one that failed. A gateway in front
 * answers 200 with pages of its own.
 */
async function readAnswer(request: Request, response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  if (status === 304 || (isDownload(request) && isOfType(response, 'image/'))) return response;
  if (isDownload(request) || !isOfType(response, 'application/json')) throw await readError(response);
  const bytes = await response.arrayBuffer();
  if (!isOwnJson(bytes)) throw await readError(response);
  return new Response(bytes, { status, statusText, headers });
}

/**
 * A request that changes something is not cut off by the caller's signal: whether it arrived would stay unknown. The
 * signal then acts between attempts. Nothing is redirected: a change could become a GET, and a read would lose its key.
 */
async function send(request: Request, { fetch, timeoutMs }: RetryOptions): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new DOMException('No answer in time', 'TimeoutError')), timeoutMs);
  const signal = isSafe(request) ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal;
  try {
    const response = await fetch(new Request(request.clone(), { signal, redirect: 'manual' }));
    if (!isAnswer(response)) throw await readError(response);
    return await readAnswer(request, response);
  } catch (error) {
    if (isSafe(request)) request.signal.throwIfAborted();
    if (error instanceof LuminaError) throw error;
    // A connection that is cut off while it is made fails with an error of its own.
    throw describeConnectionError(timeout.signal.aborted ? timeout.signal.reason : error, request.url);
  } finally {
    clearTimeout(timer);
  }
}

/** A fetch that throws `LuminaError` for every refusal, and repeats what can be repeated without a second effect. */
export function createRetryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    request.signal.throwIfAborted();
    let mayHaveBeenAccepted = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(request, options);
      } catch (error) {
        if (!(error instanceof LuminaError)) throw error;
        // A refusal is of its own attempt alone: one before it may have been accepted and its answer lost.
        mayHaveBeenAccepted ||= !isSafe(request) && !isCertainRefusal(error);
        error.mayHaveBeenAccepted = mayHaveBeenAccepted;
        if (!isWorthRepeating(request, error)) throw error;
        const jitter = 0.5 + Math.random() / 2;
        const waitMs =
          error.retryAfter === null ? options.backoffMs * 2 ** (attempt - 1) * jitter : error.retryAfter * 1_000;
        if (attempt >= options.attempts || waitMs > options.longestWaitSeconds * 1_000) throw error;
        options.onRetry?.({ attempt, waitMs, error });
        await sleep(waitMs, request.signal);
      }
    }
  };
}
