import { describe, expect, test } from '@jest/globals';
import { ERROR_STATUS } from './error-codes.js';
import { codesOf, fillPath, type Route } from './route.js';

const route = ({ access = 'public', ...rest }: Partial<Omit<Route, 'scope'>>): Route => ({
  method: 'GET',
  path: '/x',
  errors: [],
  ...(access === 'key' ? { access, scope: 'read' } : { access }),
  ...rest,
});

describe('codesOf', () => {
  test('a public read has the common codes only', () => {
    expect(codesOf(route({}))).toEqual(['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s can also fail by its body', (method) => {
    expect(codesOf(route({ method }))).toEqual(
      expect.arrayContaining(['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']),
    );
  });

  test.each([
    ['public', []],
    ['user', ['UNAUTHENTICATED']],
    ['key', ['UNAUTHENTICATED', 'SCOPE_MISSING']],
  ] as const)('of access, a %s call can answer %j', (access, codes) => {
    const own = codesOf(route({ access }));
    expect(own.filter((code) => code === 'UNAUTHENTICATED' || code === 'SCOPE_MISSING')).toEqual(codes);
  });

  test('omits excepted codes', () => {
    expect(codesOf(route({ except: ['SERVICE_UNAVAILABLE', 'VALIDATION_FAILED'] }))).toEqual([
      'RATE_LIMITED',
      'INTERNAL_ERROR',
    ]);
  });

  test('lists own codes first and each code once', () => {
    const codes = codesOf(route({ method: 'POST', access: 'user', errors: ['NOT_FOUND', 'RATE_LIMITED'] }));
    expect(codes.slice(0, 2)).toEqual(['NOT_FOUND', 'RATE_LIMITED']);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('fillPath', () => {
  test('fills in every parameter, encoded', () => {
    expect(fillPath('/a/:one/b/:two', { one: 'x/y?z', two: '狐' })).toBe('/a/x%2Fy%3Fz/b/%E7%8B%90');
  });

  test('leaves a path without parameters as it is', () => {
    expect(fillPath('/images/styles')).toBe('/images/styles');
  });

  test('throws for a missing parameter', () => {
    expect(() => fillPath('/images/:id')).toThrow('"id"');
  });
});

describe('codes and statuses', () => {
  test('only a missing or invalid token is 401, because it starts a refresh', () => {
    const unauthorized = Object.entries(ERROR_STATUS).filter(([, status]) => status === 401);
    expect(unauthorized.map(([code]) => code)).toEqual(['UNAUTHENTICATED', 'REFRESH_TOKEN_INVALID']);
  });

  test.each([
    ['VALIDATION_FAILED', 400],
    ['OAUTH_CODE_REFUSED', 400],
    ['INSUFFICIENT_CREDITS', 402],
    ['PLAN_LIMIT', 403],
    ['NOT_FOUND', 404],
    ['IMAGE_NOT_READY', 409],
    ['SHARE_EXPIRED', 410],
    ['FILE_LOST', 410],
    ['BODY_TOO_LARGE', 413],
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['IDEMPOTENCY_KEY_REUSED', 422],
    ['TOO_MANY_IN_FLIGHT', 429],
    ['TOO_MANY_REFUSALS', 429],
    ['ENGINE_UNAVAILABLE', 503],
  ] as const)('%s is %i', (code, status) => {
    expect(ERROR_STATUS[code]).toBe(status);
  });
});
