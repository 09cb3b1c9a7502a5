import * as z from 'zod';
import { alerts } from '../../../../platform/observability/metrics.js';
import { retryAfterMs } from '../engine-http.js';
import { EngineError, type EngineErrorCode } from '../image-engine.port.js';

export const STABILITY = 'Stability AI';

/** A client over the rate limit is locked out for a minute, which only the service's documents say. */
const SHUT_OUT_MS = 60_000;
const UNAVAILABLE_MS = 5_000;

const ErrorBody = z.object({ name: z.string().catch(''), errors: z.array(z.string()).catch([]) });

interface Refusal {
  code: EngineErrorCode;
  retryable?: boolean;
  retryAfterMs?: number;
  pauseMs?: number;
  says: string;
  alert?: string;
}

/** The service does not take `style_preset` where we sent it. */
export class StyleRefusedError extends EngineError {}

const ACCOUNT = { code: 'ENGINE_UNAVAILABLE', retryable: false } as const;

function forbidden(name: string): Refusal {
  return name === 'content_moderation'
    ? { code: 'CONTENT_REJECTED', says: 'moderation declined the description' }
    : { ...ACCOUNT, says: 'the account may not do this', alert: 'stability_key' };
}

/** A wrong form is our fault, except for the prompt. */
const badForm = (errors: string[]): Refusal =>
  errors.some((line) => /^(negative_)?prompt\b/.test(line))
    ? { code: 'CONTENT_REJECTED', says: 'the description was not taken' }
    : { code: 'ENGINE_FAILED', retryable: false, says: 'the form was not taken' };

function refusalOf(status: number, name: string, errors: string[], headers: Headers): Refusal {
  switch (status) {
    case 400:
      return badForm(errors);
    case 401:
      return { ...ACCOUNT, says: 'the key is not valid', alert: 'stability_key' };
    case 402:
      return { ...ACCOUNT, says: 'the account has too few credits', alert: 'stability_credits' };
    case 403:
      return forbidden(name);
    case 404:
      return { ...ACCOUNT, says: 'there is no such service at this address', alert: 'stability_address' };
    case 408:
    case 504:
      return { code: 'ENGINE_TIMEOUT', says: 'it took too long' };
    case 422:
      return { code: 'CONTENT_REJECTED', says: 'the description was understood and declined' };
    case 429:
      return { code: 'ENGINE_BUSY', pauseMs: retryAfterMs(headers, SHUT_OUT_MS), says: 'too many requests' };
    case 503:
      return {
        code: 'ENGINE_UNAVAILABLE',
        retryAfterMs: retryAfterMs(headers, UNAVAILABLE_MS),
        says: 'it is out of service',
      };
  }
  if (status >= 500) return { code: 'ENGINE_FAILED', retryAfterMs: retryAfterMs(headers, 0), says: 'it failed' };
  if (status < 300) return { code: 'ENGINE_FAILED', says: 'that is no answer to what was asked' };
  if (status < 400) return { ...ACCOUNT, says: 'the address leads elsewhere', alert: 'stability_address' };
  return { code: 'ENGINE_FAILED', retryable: false, says: 'the request was not taken' };
}

/** Quotes nothing of the body but the service's own error code. */
export function stabilityRefusal(status: number, headers: Headers, body: unknown): EngineError {
  const { name, errors } = ErrorBody.catch({ name: '', errors: [] }).parse(body);
  const word = /^[a-z_]{1,40}$/.test(name) ? ` ${name}` : '';
  const { code, says, alert, ...options } = refusalOf(status, name, errors, headers);
  const text = `${STABILITY} answered ${status}${word}: ${says}`;
  if (status === 400 && errors.some((line) => line.includes('style_preset'))) return new StyleRefusedError(code, text);
  if (alert) alerts.inc({ kind: alert });
  return new EngineError(code, text, options);
}
