import type { TokenPair } from '@app/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { derivedKey } from '../../../platform/config/keys.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { alerts } from '../../../platform/observability/metrics.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { seal, unseal } from '../../../platform/sealed-text.js';
import { revokeKeysOfSession } from '../../api-keys/index.js';
import { randomSecret } from '../domain/secrets.js';
import { RefreshTokens, type TokenOwner } from '../persistence/refresh-tokens.js';
import { Sessions } from '../persistence/sessions.js';
import { SessionKeeper } from './session-keeper.js';

interface Theft {
  stolenFrom: TokenOwner;
  revokedKeys: number;
}
type Outcome = { successor: string; owner: TokenOwner } | Theft | null;

/**
 * A repeated token gets its successor again while that is unused and young; else it may be stolen: the session
 * ends, and so do the keys that were made in it since that token.
 */
@Injectable()
export class RefreshSession {
  private readonly log = new Logger(RefreshSession.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: RefreshTokens,
    private readonly sessions: Sessions,
    private readonly keeper: SessionKeeper,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(presented: string): Promise<TokenPair> {
    const outcome = await inTransaction(this.dataSource, (tx) => this.rotate(tx, presented));
    if (outcome && 'stolenFrom' in outcome) this.reportReuse(outcome);
    if (!outcome || !('successor' in outcome)) throw new AppError('REFRESH_TOKEN_INVALID');
    const { owner, successor } = outcome;
    return this.keeper.pair(owner.userId, owner.sessionId, successor);
  }

  private async rotate(tx: EntityManager, presented: string): Promise<Outcome> {
    const hash = secretHash(presented);
    const owner = await this.tokens.owner(tx, hash);
    if (!owner?.isLiving) return null;
    const key = derivedKey(this.config, 'refresh-successor');
    const successor = randomSecret();
    if (await this.tokens.use(tx, hash, seal(successor, key, presented))) {
      await this.tokens.add(tx, owner.sessionId, secretHash(successor), hash);
      return { successor, owner };
    }
    const used = await this.tokens.used(tx, hash);
    if (!used) return null;
    if (used.isRepeatable && used.successorSealed) {
      const repeated = unseal(used.successorSealed, key, presented);
      return repeated === null ? null : { successor: repeated, owner };
    }
    await this.sessions.revoke(tx, owner.sessionId, 'token_reuse');
    return { stolenFrom: owner, revokedKeys: await revokeKeysOfSession(tx, owner.sessionId, used.createdAt) };
  }

  private reportReuse({ stolenFrom: { userId, sessionId }, revokedKeys }: Theft): void {
    alerts.inc({ kind: 'refresh_token_reuse' });
    this.log.warn(
      `A refresh token was used again: session ${sessionId} of user ${userId} was ended, ${revokedKeys} API keys revoked`,
    );
    this.keeper.tellEnd(userId, sessionId);
  }
}
