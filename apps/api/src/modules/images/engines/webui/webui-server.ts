import * as z from 'zod';
import type { Config } from '../../../../platform/config/config.js';
import { alerts } from '../../../../platform/observability/metrics.js';
import { ask, mediaType, readError, readJson, retryAfterMs } from '../engine-http.js';
import { EngineError, MAX_IMAGE_BYTES, type EngineErrorCode } from '../image-engine.port.js';

export type WebuiSettings = NonNullable<Config['webui']>;

export const WEBUI = 'The WebUI server';

/** The image in base64, and as much again of metadata. */
const MOST_BYTES = MAX_IMAGE_BYTES * 1.5;
const SILENCE_MS = 15_000;
const BUSY_MS = 5_000;

/** FastAPI's `{ detail }` or the server's `{ error }`; only the exception's class is free of the prompt. */
const ErrorBody = z.object({ error: z.string().catch('') }).catch({ error: '' });
const EXCEPTION = /^[A-Za-z]{1,40}(Error|Exception)$/;

interface Refusal {
  code: EngineErrorCode;
  retryable?: boolean;
  retryAfterMs?: number;
  pauseMs?: number;
  says: string;
  alert?: string;
}

const INSTALLATION = { code: 'ENGINE_UNAVAILABLE', retryable: false } as const;

function refusalOf(status: number, headers: Headers): Refusal {
  switch (status) {
    case 401:
    case 403:
      return { ...INSTALLATION, says: 'user or password are not the right ones', alert: 'webui_login' };
    case 404:
    case 405:
      return { ...INSTALLATION, says: 'there is no such call; was it started with --api?', alert: 'webui_address' };
    case 408:
    case 504:
      return { code: 'ENGINE_TIMEOUT', says: 'it took too long' };
    case 429:
      return {
        code: 'ENGINE_BUSY',
        retryAfterMs: retryAfterMs(headers, BUSY_MS),
        pauseMs: retryAfterMs(headers, 0),
        says: 'too many requests',
      };
    case 502:
    case 503:
      return { code: 'ENGINE_UNAVAILABLE', retryAfterMs: retryAfterMs(headers, BUSY_MS), says: 'nobody is behind it' };
  }
  if (status >= 500) return { code: 'ENGINE_FAILED', retryAfterMs: retryAfterMs(headers, 0), says: 'it failed' };
  if (status < 300) return { code: 'ENGINE_FAILED', says: 'that is no answer to what was asked' };
  if (status < 400) return { ...INSTALLATION, says: 'the address leads elsewhere', alert: 'webui_address' };
  return { code: 'ENGINE_FAILED', retryable: false, says: 'the request was not taken' };
}

function refusal(status: number, headers: Headers, body: unknown): EngineError {
  const { error } = ErrorBody.parse(body);
  const { code, says, alert, ...options } = refusalOf(status, headers);
  if (alert) alerts.inc({ kind: alert });
  const word = EXCEPTION.test(error) ? ` ${error}` : '';
  return new EngineError(code, `${WEBUI} answered ${status}${word}: ${says}`, options);
}

/** Calls `/sdapi/v1/…`, as AUTOMATIC1111, Forge, SD.Next and stable-diffusion.cpp offer it. */
export class WebuiServer {
  private readonly headers: Record<string, string>;

  /** `silenceMs`: an answer that stops for so long is given up. */
  constructor(
    private readonly settings: Pick<WebuiSettings, 'url' | 'auth'>,
    private readonly silenceMs = SILENCE_MS,
  ) {
    const { auth } = settings;
    const basic = auth && Buffer.from(`${auth.user}:${auth.password}`).toString('base64');
    this.headers = { accept: 'application/json', ...(basic && { authorization: `Basic ${basic}` }) };
  }

  get(path: string, signal: AbortSignal): Promise<unknown> {
    return this.call(path, { headers: this.headers, signal });
  }

  post(path: string, body: object, signal: AbortSignal): Promise<unknown> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    return this.call(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  private async call(path: string, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
    const response = await ask(WEBUI, `${this.settings.url}/sdapi/v1/${path}`, init);
    const { status, headers } = response;
    if (status !== 200) throw refusal(status, headers, await readError(WEBUI, response, init.signal));
    const { signal } = init;
    const answer = await readJson(WEBUI, response, { signal, limit: MOST_BYTES, silenceMs: this.silenceMs });
    if (answer === undefined)
      throw new EngineError('ENGINE_FAILED', `${WEBUI} answered ${mediaType(response)}, no JSON`);
    return answer;
  }
}
