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
});
export const ACCESS_AUDIENCE = 'access';
/** Seconds by which the clocks of two servers may differ. */
export const CLOCK_LEEWAY_SECONDS = 30;

export interface AccessClaims {
  userId: string;
  sessionId: string;
}

/** Signs and checks access tokens. Whether the session is still alive is not known here. */
@Injectable()
export class AccessTokens {
  constructor(private readonly jwt: JwtService) {}

  issue({ userId, sessionId }: AccessClaims): string {
    return this.jwt.sign(
      { typ: 'access', sid: sessionId },
      // The id makes two tokens of one second two tokens: a client that was refused one must not get the same again.
      { subject: userId, audience: ACCESS_AUDIENCE, expiresIn: ACCESS_TOKEN_SECONDS, jwtid: randomUUID() },
    );
  }

  /** Null for a token that is forged, expired or meant for something else. */
  check(token: string): AccessClaims | null {
    try {
      const { sub, sid } = claimsSchema.parse(this.jwt.verify(token));
      return { userId: sub, sessionId: sid };
    } catch {
      return null;
    }
  }
}
