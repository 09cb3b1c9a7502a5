import { expect, test } from '@jest/globals';
import { alertCounts } from '../../../../../test/support/alerts.js';
import { expectDiscreet, kindOf } from '../../../../../test/support/images/engines.js';
import type { EngineErrorCode } from '../image-engine.port.js';
import { stabilityRefusal, StyleRefusedError } from './stability-refusals.js';

const SECRET = 'a fox in snow';

test.each<[number, string, string[], EngineErrorCode, boolean]>([
  [204, '', [], 'ENGINE_FAILED', true],
  [302, '', [], 'ENGINE_UNAVAILABLE', false],
  [400, 'bad_request', [`prompt: ${SECRET}`], 'CONTENT_REJECTED', false],
  [400, 'bad_request', [`negative_prompt: ${SECRET}`], 'CONTENT_REJECTED', false],
  [400, 'bad_request', ['seed: must be an integer'], 'ENGINE_FAILED', false],
  [401, 'unauthorized', [], 'ENGINE_UNAVAILABLE', false],
  [402, 'payment_required', [], 'ENGINE_UNAVAILABLE', false],
  [403, 'content_moderation', [SECRET], 'CONTENT_REJECTED', false],
  [403, 'permission_denied', [], 'ENGINE_UNAVAILABLE', false],
  [404, 'not_found', [], 'ENGINE_UNAVAILABLE', false],
  [408, '', [], 'ENGINE_TIMEOUT', true],
  [413, 'payload_too_large', [], 'ENGINE_FAILED', false],
  [422, 'invalid_language', [SECRET], 'CONTENT_REJECTED', false],
  [429, 'rate_limit_exceeded', [], 'ENGINE_BUSY', true],
  [500, 'internal_error', [], 'ENGINE_FAILED', true],
  [502, '', [], 'ENGINE_FAILED', true],
  [503, '', [], 'ENGINE_UNAVAILABLE', true],
  [504, '', [], 'ENGINE_TIMEOUT', true],
  [520, SECRET, [], 'ENGINE_FAILED', true],
])('%d %s %j is %s, again: %s', (status, name, errors, code, again) => {
  const error = stabilityRefusal(status, new Headers(), { id: 'x', name, errors });
  expect(kindOf(error).slice(0, 2)).toEqual([code, again]);
  expect(error.message).toContain(`Stability AI answered ${status}`);
  expectDiscreet(error, [SECRET]);
});

test.each([undefined, null, 'text', [], { name: 7, errors: 'x' }])('an answer of another shape is none: %j', (body) => {
  expect(stabilityRefusal(500, new Headers(), body).message).toBe('Stability AI answered 500: it failed');
});

test('a style that is not known is an error of its own', () => {
  const body = { name: 'bad_request', errors: ['style_preset: is not supported'] };
  expect(stabilityRefusal(400, new Headers(), body)).toBeInstanceOf(StyleRefusedError);
  expect(stabilityRefusal(422, new Headers(), body)).not.toBeInstanceOf(StyleRefusedError);
});

test.each([429, 500, 503])('%d says when to come back', (status) => {
  expect(stabilityRefusal(status, new Headers({ 'retry-after': '7' }), {}).retryAfterMs).toBe(7_000);
});

test.each([
  [{ 'retry-after': '7' }, 7_000],
  [{}, 60_000],
])('429 with %j asks all calls for a pause of %d ms', (headers, ms) => {
  expect(stabilityRefusal(429, new Headers(headers), {}).pauseMs).toBe(ms);
});

test.each<[number, string, string | null]>([
  [302, '', 'stability_address'],
  [401, 'unauthorized', 'stability_key'],
  [402, 'payment_required', 'stability_credits'],
  [403, 'permission_denied', 'stability_key'],
  [403, 'content_moderation', null],
  [404, 'not_found', 'stability_address'],
  [413, 'payload_too_large', null],
  [429, 'rate_limit_exceeded', null],
  [500, 'internal_error', null],
])('%d %s calls for the operator by %s', async (status, name, kind) => {
  const before = await alertCounts();
  stabilityRefusal(status, new Headers(), { name, errors: [] });
  const after = kind === null ? before : { ...before, [kind]: (before[kind] ?? 0) + 1 };
  expect(await alertCounts()).toEqual(after);
});
