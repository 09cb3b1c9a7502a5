import { expect, test } from '@jest/globals';
import { HeadlessProvider } from './headless.js';

/** A strategy that does with the request what a test wants. */
const provider = (
  behave: (report: { success(user: object): void; fail(): void; error(error: unknown): void }) => void,
) =>
  new HeadlessProvider(
    'google',
    {
      authenticate() {
        behave(this as never);
      },
    },
    { timeoutMs: 30 },
  );

const named = (name: string, code: string) => Object.assign(new Error(code), { name, code });

test('a provider that never answers is unavailable', async () => {
  await expect(provider(() => undefined).identify('code', 'verifier')).rejects.toMatchObject({
    code: 'OAUTH_PROVIDER_UNAVAILABLE',
    status: 503,
  });
});

test.each(['invalid_grant', 'bad_verification_code'])('%s is the code’s fault', async (code) => {
  const refusing = provider(({ error }) => error(named('TokenError', code)));
  await expect(refusing.identify('code', 'verifier')).rejects.toMatchObject({
    code: 'OAUTH_CODE_REFUSED',
    status: 400,
  });
});

test.each([
  named('TokenError', 'invalid_client'),
  named('TokenError', 'incorrect_client_credentials'),
  named('TokenError', 'redirect_uri_mismatch'),
  named('InternalOAuthError', 'x'),
  new Error('Failed to parse user profile'),
])('%s is not the person’s fault', async (error) => {
  await expect(provider((report) => report.error(error)).identify('code', 'verifier')).rejects.toMatchObject({
    code: 'OAUTH_PROVIDER_UNAVAILABLE',
  });
});

test('what a strategy refuses without a reason is unavailable, too', async () => {
  await expect(provider((report) => report.fail()).identify('code', 'verifier')).rejects.toMatchObject({
    code: 'OAUTH_PROVIDER_UNAVAILABLE',
  });
});
