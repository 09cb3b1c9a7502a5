import { createHash } from 'node:crypto';
import type { ObjectStore } from '../store/objects.js';
import type { IdempotentAnswer } from '../store/wire.js';
import { ApiFault, invalidRequest } from './errors.js';

const LIFETIME_MS = 24 * 3_600_000;
const MAX_KEY_LENGTH = 255;

/**
 * @returns the answer that the same request got before under `key`
 * @throws ApiFault 400 if the key was used for another request
 */
export function findAnswer(
  objects: ObjectStore,
  key: string,
  path: string,
  body: string,
): IdempotentAnswer | undefined {
  if (key.length > MAX_KEY_LENGTH) {
    throw invalidRequest(`Idempotency keys cannot be longer than ${MAX_KEY_LENGTH} characters.`);
  }
  const known = objects.find('idempotent_answer', key);
  if (!known || known.at < Date.now() - LIFETIME_MS) return undefined;
  if (known.path !== path) throw reused(key, `for the same API endpoint they were first used for ('${known.path}')`);
  if (known.fingerprint !== fingerprintOf(body))
    throw reused(key, 'with the same parameters they were first used with');
  return known;
}

export function rememberAnswer(
  objects: ObjectStore,
  body: string,
  answer: Pick<IdempotentAnswer, 'id' | 'path' | 'requestId' | 'status' | 'body'>,
): void {
  objects.put('idempotent_answer', {
    ...answer,
    object: 'idempotent_answer',
    fingerprint: fingerprintOf(body),
    at: Date.now(),
  });
}

const fingerprintOf = (body: string): string => {
  const sorted = [...new URLSearchParams(body)].map((pair) => pair.join('=')).toSorted();
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
};

function reused(key: string, rule: string): ApiFault {
  const message = `Keys for idempotent requests can only be used ${rule}. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new ApiFault(400, { type: 'idempotency_error', message });
}
