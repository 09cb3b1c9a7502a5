import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { refuseOtherEncodings } from './json-body.js';

function refusalOf(
  headers: Record<string, string>,
  { method = 'POST', rawBodyLimit = undefined as number | undefined } = {},
) {
  const request = { method, headers, routeOptions: { config: { endpoint: { rawBodyLimit } } } };
  try {
    refuseOtherEncodings(request as unknown as FastifyRequest);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each([
  [{}],
  [{ 'content-type': 'application/json' }],
  [{ 'content-type': 'application/json; charset=utf-8' }],
  [{ 'content-type': 'application/json;charset="UTF-8"' }],
  [{ 'content-type': 'application/json; charset=UTF8' }],
  [{ 'content-encoding': 'identity' }],
  [{ 'content-encoding': 'Identity' }],
])('a body with %j is read', (headers) => {
  expect(refusalOf(headers)).toBeNull();
});

test.each([
  [{ 'content-encoding': 'gzip' }],
  [{ 'content-encoding': 'identity, gzip' }],
  [{ 'content-type': 'application/json; charset=utf-16' }],
  [{ 'content-type': 'application/json; charset="latin1"' }],
  [{ 'content-type': 'application/json', 'content-encoding': 'br' }],
])('a body with %j is refused', (headers) => {
  expect(refusalOf(headers)).toBe('UNSUPPORTED_MEDIA_TYPE');
});

test('requests without a body and those whose bytes are kept are not looked at', () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-16' };
  for (const method of ['GET', 'HEAD']) expect(refusalOf(headers, { method })).toBeNull();
  expect(refusalOf(headers, { rawBodyLimit: 1_000 })).toBeNull();
  expect(refusalOf(headers, { method: 'DELETE' })).toBe('UNSUPPORTED_MEDIA_TYPE');
});
