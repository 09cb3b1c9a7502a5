import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { ERROR_STATUS, type ErrorCode, type User } from '@app/contracts';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

export const API = 'http://localhost/api';

export const ok = (data: unknown, status = 200) => HttpResponse.json({ success: true, data } as object, { status });

export const refuse = (code: ErrorCode, headers: Record<string, string> = {}) =>
  HttpResponse.json(
    { success: false, code, message: `server text of ${code}`, request_id: 'req_1' },
    { status: ERROR_STATUS[code], headers },
  );

export const USER: User = {
  id: '7a1f0c1e-0000-4000-8000-000000000001',
  email: 'lin@example.com',
  email_verified: true,
  name: 'Lin',
  avatar_url: null,
  subscription_status: 'free',
  created_at: '2026-09-01T08:00:00.000Z',
};

/** A server for the tests of one file; a request that nobody expects fails the test. */
export function startServer() {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** The API for a signed-in person: `access` is the only token that it takes. */
export const meHandler = (access: string) =>
  http.get(`${API}/auth/me`, ({ request }) =>
    request.headers.get('authorization') === `Bearer ${access}` ? ok(USER) : refuse('UNAUTHENTICATED'),
  );
