import { expect, test } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { ErrorFilter } from './error.filter.js';

interface Situation {
  complete?: boolean;
  destroyed?: boolean;
  sent?: boolean;
  headersSent?: boolean;
}

/** What becomes of an error that a request in this situation ended with. */
function answered(
  thrown: unknown,
  { complete = true, destroyed = false, sent = false, headersSent = false }: Situation,
) {
  const logged: unknown[] = [];
  const headers: Record<string, string> = {};
  const removed: string[] = [];
  const seen = { status: 0, body: null as object | null, isCut: false };
  const reply = {
    sent,
    raw: { headersSent, destroy: () => (seen.isCut = true) },
    header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    removeHeader: (name: string) => removed.push(name),
    status: (status: number) => Object.assign(seen, { status }) && reply,
    type: () => reply,
    serializer: () => reply,
    send: (body: object) => Object.assign(seen, { body }),
  };
  const request = { id: 'request-1', headers: { 'accept-language': 'zh' }, raw: { complete, destroyed } };
  const filter = new ErrorFilter({ error: (facts: unknown) => void logged.push(facts) } as unknown as Logger);
  filter.answer(thrown, request as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return { ...seen, headers, removed, logged, failure: (request as { failure?: string }).failure };
}

test('a failure is answered with its status, in the language of its caller, and is no fault of ours', () => {
  expect(answered(new AppError('RATE_LIMITED', { retryAfter: 4.2 }), {})).toMatchObject({
    status: 429,
    headers: { 'retry-after': '5' },
    body: { success: false, code: 'RATE_LIMITED', message: expect.stringMatching(/\p{Script=Han}/u) },
    failure: 'RATE_LIMITED',
    removed: [],
    logged: [],
    isCut: false,
  });
  expect(answered(new AppError('NOT_FOUND'), {})).toMatchObject({ status: 404, headers: {} });
});

test('a fault of ours is logged with its cause, and reveals nothing', () => {
  const fault = new TypeError('a secret');
  const { logged, status, body } = answered(fault, {});
  expect(logged).toEqual([{ err: fault, request_id: 'request-1', code: 'INTERNAL_ERROR' }]);
  expect([status, JSON.stringify(body).includes('secret')]).toEqual([500, false]);
  const without = new AppError('INTERNAL_ERROR');
  expect(answered(without, {}).logged).toMatchObject([{ err: without }]);
});

test('a connection on which an answer has begun is cut', () => {
  for (const begun of [{ sent: true }, { headersSent: true }])
    expect(answered(new AppError('INTERNAL_ERROR'), begun)).toMatchObject({ isCut: true, status: 0, body: null });
});

test('a client that broke off its body made a fault of its own', () => {
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(answered(reset, { destroyed: true, complete: false })).toMatchObject({
    failure: 'MALFORMED_BODY',
    logged: [],
  });
  for (const other of [{ destroyed: true }, { complete: false }])
    expect(answered(reset, other)).toMatchObject({ failure: 'SERVICE_UNAVAILABLE' });
});

test('a connection on which a body still arrives is kept', () => {
  expect(answered(new AppError('NOT_FOUND'), { complete: false }).removed).toEqual(['connection']);
});
