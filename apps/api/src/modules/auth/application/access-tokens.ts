import { ACCESS_TOKEN_SECONDS } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';

/** `typ` and `aud` keep every other token that might be signed with this key from passing as an access token. */
const claimsSchema = z.object({
  typ: z.literal('access'),
  sub: z.uuid(),
  sid: z.uuid(),
  exp: z.int(),
});
export const ACCESS_AUDIENCE = 'access';
/** Seconds by which the clocks of two servers may differ. */
export const CLOCK_LEEWAY_SECONDS = 30;
const CACHE_ENTRIES = 10_000;
const TOKEN_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface AccessClaims {
  userId: string;
  sessionId: string;
}
type CachedClaims = AccessClaims & { validUntil: number };

/** Signs and checks access tokens. Here the signature check is remembered; whether the session lives is another matter. */
@Injectable()
export class AccessTokens {
  private readonly cache = new Map<string, CachedClaims>();

  constructor(private readonly jwt: JwtService) {}

  issue({ userId, sessionId }: AccessClaims): string {
    return this.jwt.sign(
      { typ: 'access', sid: sessionId },
      // The id makes two tokens of one second two tokens: a client that was refused one must not get the same again.
      { subject: userId, audience: ACCESS_AUDIENCE, expiresIn: ACCESS_TOKEN_SECONDS, jwtid: randomUUID() },
    );
  }

  /** Whom a token speaks for, or null if it is none of ours or has expired. */
  check(token: string): AccessClaims | null {
    const known = this.cache.get(token);
    if (known && known.validUntil > Date.now()) return known;
    this.cache.delete(token);
    const claims = this.verified(token);
    if (claims) this.remember(token, claims);
    return claims;
  }

  private verified(token: string): CachedClaims | null {
    if (!TOKEN_SHAPE.test(token)) return null;
    try {
      const parsed = claimsSchema.safeParse(this.jwt.verify(token));
      if (!parsed.success) return null;
      const { sub, sid, exp } = parsed.data;
      return { userId: sub, sessionId: sid, validUntil: (exp + CLOCK_LEEWAY_SECONDS) * 1000 };
    } catch {
      return null;
    }
  }

  private remember(token: string, claims: CachedClaims): void {
    const [oldest] = this.cache.keys();
    if (this.cache.size >= CACHE_ENTRIES && oldest !== undefined) this.cache.delete(oldest);
    this.cache.set(token, claims);
  }
}
