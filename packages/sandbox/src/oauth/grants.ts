import { createHash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../kit/clock.js';
import type { Slice, SliceOptions } from '../kit/store.js';
import type { AuthorizationRequest } from './authorization-request.js';

const CODE_LIFETIME_MS = 10 * 60 * 1000;
/** Older grants are dropped, so that the file stays small. */
const KEPT_GRANTS = 500;

const Grant = z.object({
  code: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  accountId: z.string(),
  scope: z.array(z.string()),
  codeChallenge: z.string().optional(),
  issuedAt: z.number(),
  isUsed: z.boolean(),
  token: z.string().optional(),
  tokenExpiresAt: z.number().optional(),
  isRevoked: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;

const GrantState = z.array(Grant);
type GrantState = z.infer<typeof GrantState>;

export const grantSlice = (provider: string): SliceOptions<GrantState> => ({
  name: `${provider}-grants`,
  schema: GrantState,
  seed: () => [],
});

export type RedeemFault =
  | 'unknown_code'
  | 'expired_code'
  | 'replayed_code'
  | 'foreign_client'
  | 'redirect_uri_mismatch'
  | 'missing_verifier'
  | 'unexpected_verifier'
  | 'wrong_verifier';

export interface RedeemRequest {
  code: string;
  clientId: string;
  redirectUri: string | undefined;
  verifier: string | undefined;
}

export interface GrantOptions {
  makeCode: () => string;
  makeToken: () => string;
  /** undefined: tokens do not expire. */
  tokenLifetimeMs: number | undefined;
  redirectUriOptional: boolean;
}

export class Grants {
  constructor(
    private readonly state: Slice<GrantState>,
    private readonly clock: Clock,
    private readonly options: GrantOptions,
  ) {}

  issueCode(request: AuthorizationRequest, accountId: string): string {
    const code = this.options.makeCode();
    this.state.update((grants) => {
      grants.push({
        code,
        clientId: request.client.clientId,
        redirectUri: request.redirectUri,
        accountId,
        scope: request.scope,
        ...(request.codeChallenge !== undefined && { codeChallenge: request.codeChallenge }),
        issuedAt: this.clock.now(),
        isUsed: false,
        isRevoked: false,
      });
      grants.splice(0, Math.max(0, grants.length - KEPT_GRANTS));
    });
    return code;
  }

  /**
   * A code works once; a second attempt revokes the first token, and a failed attempt of its client uses the code up.
   */
  redeem(request: RedeemRequest): { grant: Grant; token: string } | { fault: RedeemFault } {
    const grant = this.state.value.find(({ code }) => code === request.code);
    if (!grant) return { fault: 'unknown_code' };
    if (grant.clientId !== request.clientId) return { fault: 'foreign_client' };
    if (grant.isUsed) {
      this.change(grant, { isRevoked: true });
      return { fault: 'replayed_code' };
    }
    const fault = this.faultOf(grant, request);
    if (fault) {
      this.change(grant, { isUsed: true });
      return { fault };
    }
    const token = this.options.makeToken();
    const { tokenLifetimeMs } = this.options;
    this.change(grant, {
      isUsed: true,
      token,
      ...(tokenLifetimeMs !== undefined && { tokenExpiresAt: this.clock.now() + tokenLifetimeMs }),
    });
    return { grant, token };
  }

  findByToken(token: string): Grant | undefined {
    const grant = this.state.value.find((candidate) => candidate.token === token);
    if (!grant || grant.isRevoked) return undefined;
    const isExpired = grant.tokenExpiresAt !== undefined && this.clock.now() >= grant.tokenExpiresAt;
    return isExpired ? undefined : grant;
  }

  list(): readonly Grant[] {
    return this.state.value.toReversed();
  }

  reset(): void {
    this.state.reset();
  }

  private faultOf(grant: Grant, { redirectUri, verifier }: RedeemRequest): RedeemFault | undefined {
    if (this.clock.now() - grant.issuedAt >= CODE_LIFETIME_MS) return 'expired_code';
    const mayOmit = this.options.redirectUriOptional && redirectUri === undefined;
    if (!mayOmit && redirectUri !== grant.redirectUri) return 'redirect_uri_mismatch';
    if (grant.codeChallenge === undefined) return verifier === undefined ? undefined : 'unexpected_verifier';
    if (verifier === undefined) return 'missing_verifier';
    return s256(verifier) === grant.codeChallenge ? undefined : 'wrong_verifier';
  }

  private change(grant: Grant, changes: Partial<Grant>): void {
    this.state.update(() => Object.assign(grant, changes));
  }
}

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

export const randomDigits = (count: number): string =>
  [randomInt(1, 10), ...Array.from({ length: count - 1 }, () => randomInt(10))].join('');
