import type { OAuthProvider } from '@app/contracts';
import type { StateStore, StateStoreStoreCallback, StateStoreVerifyCallback } from 'passport-oauth2';
import { withTimeout } from '../../../platform/with-timeout.js';
import { oauthError } from './oauth-errors.js';
import type { OAuthAdapter, OAuthProfile } from './oauth-provider.port.js';

interface Pass {
  state: string;
  verifier: string;
}
interface PassRequest {
  query: { code?: string; state?: string };
  pass: Pass;
}

/** Implements passport's store; the caller keeps state and verifier. Passport chooses the call by parameter count. */
class CarriedState {
  store(request: PassRequest, verifier: string, _state: unknown, _meta: unknown, done: StateStoreStoreCallback): void {
    request.pass.verifier = verifier;
    done(null, request.pass.state);
  }

  verify(request: PassRequest, state: string, _meta: unknown, done: StateStoreVerifyCallback): void {
    done(null, request.pass.verifier as unknown as boolean, state);
  }
}
export const carriedState = new CarriedState() as unknown as StateStore;

interface Drivable {
  authenticate(request: PassRequest, options: object): void;
}
type Outcome = { url: string } | { user: OAuthProfile };

/** On a copy, as passport does, that reports to a promise instead of HTTP. */
function drive(strategy: Drivable, request: PassRequest, options: object): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const attempt = Object.assign(Object.create(strategy) as Drivable, {
      redirect: (url: string) => resolve({ url }),
      success: (user: OAuthProfile) => resolve({ user }),
      fail: (challenge: unknown) => reject(new Error(`The strategy refused: ${JSON.stringify(challenge)}`)),
      error: reject,
    });
    attempt.authenticate(request, options);
  });
}

interface HeadlessOptions {
  authorize?: object;
  /** For the whole exchange; the libraries have no limit of their own. */
  timeoutMs: number;
}

/** Drives a passport strategy without an HTTP server. */
export class HeadlessProvider implements OAuthAdapter {
  constructor(
    readonly id: OAuthProvider,
    private readonly strategy: object,
    private readonly options: HeadlessOptions,
  ) {}

  async authorize(state: string): Promise<{ url: string; verifier: string }> {
    const pass = { state, verifier: '' };
    const outcome = await drive(this.strategy as Drivable, { query: {}, pass }, this.options.authorize ?? {});
    if (!('url' in outcome)) throw new Error('The strategy did not redirect');
    return { url: outcome.url, verifier: pass.verifier };
  }

  async identify(code: string, verifier: string): Promise<OAuthProfile> {
    const request = { query: { code, state: '-' }, pass: { state: '-', verifier } };
    const work = drive(this.strategy as Drivable, request, {});
    try {
      const outcome = await withTimeout(
        work,
        this.options.timeoutMs,
        () => new Error('The provider did not answer in time'),
      );
      if (!('user' in outcome)) throw new Error('The strategy gave no profile');
      return outcome.user;
    } catch (error) {
      throw oauthError(error);
    }
  }
}
