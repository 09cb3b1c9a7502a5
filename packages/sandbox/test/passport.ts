interface AuthenticatedUser {
  profile: unknown;
  accessToken: string;
}

interface Strategy {
  authenticate(request: object, options?: object): void;
}

interface StrategyRequest {
  query: Record<string, string>;
  session: object;
}

export type Outcome = { redirect: string } | { user: AuthenticatedUser } | { failure: unknown } | { error: Error };

export const keepProfile = (
  accessToken: string,
  _refreshToken: string,
  profile: unknown,
  done: (error: null, user: AuthenticatedUser) => void,
): void => done(null, { profile, accessToken });

/** Runs a strategy as passport does: a copy per request, with passport's actions added. */
export function authenticate(strategy: Strategy, visit: StrategyRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const perRequest: Strategy = Object.assign(Object.create(strategy) as Strategy, {
      redirect: (redirect: string) => resolve({ redirect }),
      success: (user: AuthenticatedUser) => resolve({ user }),
      fail: (failure: unknown) => resolve({ failure }),
      error: (error: Error) => resolve({ error }),
    });
    perRequest.authenticate({ body: {}, headers: {}, ...visit });
  });
}

/** `session` belongs to this sign-in afterwards. */
export async function authorizationUrl(strategy: Strategy, session: object): Promise<string> {
  const outcome = await authenticate(strategy, { query: {}, session });
  if ('redirect' in outcome) return outcome.redirect;
  throw new Error(`Expected a redirect: ${JSON.stringify(outcome)}`);
}

export const handleCallback = (strategy: Strategy, session: object, returnUrl: string): Promise<Outcome> =>
  authenticate(strategy, { query: Object.fromEntries(new URL(returnUrl).searchParams), session });
