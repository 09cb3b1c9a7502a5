import { ACCESS_TOKEN_SECONDS, type TokenPair } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { randomSecret } from '../domain/secrets.js';
import { RefreshTokens } from '../persistence/refresh-tokens.js';
import { Sessions } from '../persistence/sessions.js';
import { AccessTokens } from './access-tokens.js';

@Injectable()
export class SessionKeeper {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly refreshTokens: RefreshTokens,
    private readonly accessTokens: AccessTokens,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  async open(userId: string): Promise<{ sessionId: string; tokens: TokenPair }> {
    const refreshToken = randomSecret();
    const sessionId = await inTransaction(this.dataSource, async (tx) => {
      const id = await this.sessions.open(tx, userId);
      await this.refreshTokens.add(tx, id, secretHash(refreshToken), null);
      return id;
    });
    return { sessionId, tokens: this.pair(userId, sessionId, refreshToken) };
  }

  pair(userId: string, sessionId: string, refreshToken: string): TokenPair {
    return {
      access_token: this.accessTokens.issue({ userId, sessionId }),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
    };
  }

  /** At once: its tokens are refused and its open streams closed. */
  async signOut(userId: string, sessionId: string): Promise<void> {
    await this.sessions.revoke(this.dataSource.manager, sessionId, 'logout');
    this.tellEnd(userId, sessionId);
  }

  /** Of all sessions, that which asks too: it may be the stolen one. Its own streams are told once it is answered. */
  async signOutEverywhere(userId: string, sessionId: string): Promise<void> {
    await this.sessions.revokeAll(this.dataSource.manager, userId, 'logout');
    this.events.publish(userId, { name: 'signed_out', data: { except_session_id: sessionId } });
  }

  tellEnd(userId: string, sessionId: string): void {
    this.events.publish(userId, { name: 'signed_out', data: { session_id: sessionId } });
  }
}
