import { Inject, Injectable } from '@nestjs/common';
import type { Principal, PrincipalKind } from './principal.js';
import { AUTHENTICATORS, type Authenticator } from './authenticator.port.js';

const BEARER = /^bearer (.*)$/i;

@Injectable()
export class Authentication {
  constructor(@Inject(AUTHENTICATORS) private readonly authenticators: readonly Authenticator[]) {}

  /** Null without a token, or with one that is not accepted. */
  async findPrincipal(kind: PrincipalKind, authorization = ''): Promise<Principal | null> {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return null;
    const authenticator = this.authenticators.find((one) => one.kind === kind);
    return authenticator ? authenticator.authenticate(token) : null;
  }
}
