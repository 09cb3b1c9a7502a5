import { ACCESS_TOKEN_SECONDS } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';

/** `typ` and `aud` keep other tokens signed with this key from passing as access tokens. */
const claimsSchema = z.object({
  typ: z.literal('access'),
  sub: z.uuid(),
  sid: z.uuid(),
});
export const ACCESS_AUDIENCE = 'access';
export const CLOCK_LEEWAY_SECONDS = 30;

export interface AccessClaims {
  userId: string;
  sessionId: string;
}

@Injectable()
export class AccessTokens {
  constructor(private readonly jwt: JwtService) {}

  issue({ userId, sessionId }: AccessClaims): string {
    return this.jwt.sign(
      { typ: 'access', sid: sessionId },
      // Makes two tokens of the same second different: a client that was refused one must not get it again.
      { subject: userId, audience: ACCESS_AUDIENCE, expiresIn: ACCESS_TOKEN_SECONDS, jwtid: randomUUID() },
    );
  }

  check(token: string): AccessClaims | null {
    try {
      const { sub, sid } = claimsSchema.parse(this.jwt.verify(token));
      return { userId: sub, sessionId: sid };
    } catch {
      return null;
    }
  }
}
