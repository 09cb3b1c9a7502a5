import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import {
  ERROR_STATUS,
  OAUTH_PROVIDERS,
  type Answer,
  type ErrorCode,
  type Preferences,
  type Quota,
  type User,
} from '@app/contracts';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { pricedPlans } from './billing';
import { EventStream } from './event-stream';
import { models } from './models';

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

export const QUOTA: Quota = {
  totalCredits: 20,
  remainingCredits: 14.5,
  currentCredits: 14.5,
  canGenerate: true,
  subscriptionStatus: 'free',
  inFlight: 0,
  inFlightLimit: 4,
  imagesPerGeneration: 1,
  nextExpiry: null,
  nextGrantAt: null,
};

export const BONUS: Answer<'dailyBonus.status'> = {
  canClaim: true,
  monthlyCount: 2,
  monthlyLimit: 5,
  lastClaimDate: '2026-11-19',
  nextClaimAt: null,
  bonusCredits: 1,
};

export const PREFERENCES: Preferences = {
  emailNotifications: true,
  marketingEmails: false,
  language: 'en-US',
  timezone: 'Europe/London',
};

/** What the frame of every page asks for once somebody is signed in, what visitors are told about prices, the models. */
const frameHandlers = [
  http.get(`${API}/auth/providers`, () => ok(OAUTH_PROVIDERS)),
  http.get(`${API}/quota`, () => ok(QUOTA)),
  http.get(`${API}/images/models`, () => ok(models())),
  http.get(`${API}/users/me/preferences`, () => ok(PREFERENCES)),
  http.get(`${API}/users/me/daily-bonus`, () => ok(BONUS)),
  http.get(`${API}/subscriptions/plans`, () => ok(pricedPlans())),
  http.get(`${API}/subscriptions/my`, () => ok(null)),
  http.get(`${API}/batches`, () => ok({ data: [], page: 1, limit: 12, total: 0 })),
  http.get(`${API}/quota/plans`, () =>
    ok({
      plans: [],
      freeAllowance: 'both',
      freeMonthlyCredits: 5,
      dailyBonusCredits: 1,
      dailyBonusMonthlyLimit: 5,
    }),
  ),
];

/** A server for the tests of one file; a request that nobody expects fails the test. */
export function startServer() {
  const imageEvents = new EventStream();
  const server = setupServer(...frameHandlers, http.get(`${API}/images/events`, imageEvents.answer));
  const unexpected: string[] = [];
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' });
    server.events.on('request:unhandled', ({ request }) => unexpected.push(`${request.method} ${request.url}`));
  });
  afterEach(() => {
    server.resetHandlers();
    imageEvents.reset();
    // A page shows a failed request as an error of its own, which no test may be looking at.
    expect(unexpected.splice(0)).toEqual([]);
  });
  afterAll(() => server.close());
  return Object.assign(server, { imageEvents });
}

/** The API for a signed-in person: `access` is the only token that it takes. */
export const meHandler = (access: string) =>
  http.get(`${API}/auth/me`, ({ request }) =>
    request.headers.get('authorization') === `Bearer ${access}` ? ok(USER) : refuse('UNAUTHENTICATED'),
  );
