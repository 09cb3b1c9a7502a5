import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from './principal.js';
import { AUTHENTICATORS, type Authenticator } from './authenticator.port.js';

const BEARER = /^bearer (.*)$/i;

/** Asks the authenticators, in their order, for the principal of a Bearer token. */
@Injectable()
export class Authentication {
  constructor(@Inject(AUTHENTICATORS) private readonly authenticators: readonly Authenticator[]) {}

  /** Null without a token, or with one that no authenticator accepts. */
  async findPrincipal(authorization = ''): Promise<Principal | null> {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return null;
    for (const authenticator of this.authenticators) {
      const principal = await authenticator.authenticate(token);
      if (principal) return principal;
    }
    return null;
  }
}
