import { API_KEY_OVERLAP_HOURS, API_KEYS_MAX, toUnits, type ApiKeyScope, type NewApiKey } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { secretHash } from '../../../platform/secret-hash.js';
import { lockPerson } from '../../users/index.js';
import { createApiKeySecret, hintOf } from '../domain/api-key-secret.js';
import { keyName } from '../domain/key-name.js';
import { KeyMailer } from '../jobs/key-mailer.js';
import { ApiKeys, type NewApiKeyRow } from '../persistence/api-keys.js';

export interface ApiKeyWish {
  name: string;
  scopes: ApiKeyScope[];
  daily_credits: number | null;
  expires_at: string | null;
}

/** Who makes a key, and the session in which it is made. */
export interface KeyMaker {
  userId: string;
  sessionId: string;
}

/** Makes keys, of which their owner is told by mail. Their text is answered once and stored nowhere. */
@Injectable()
export class IssueApiKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ApiKeys,
    private readonly mailer: KeyMailer,
  ) {}

  /** Throws `API_KEY_LIMIT`, or `VALIDATION_FAILED` for a blank name and an expiry that is not in the future. */
  create(maker: KeyMaker, { scopes, daily_credits, expires_at, ...wish }: ApiKeyWish): Promise<NewApiKey> {
    const name = keyName(wish.name);
    if (expires_at !== null && Date.parse(expires_at) <= Date.now()) {
      throw new AppError('VALIDATION_FAILED', {
        details: [{ path: 'body.expires_at', message: 'must be in the future' }],
      });
    }
    return this.issue(maker, () =>
      Promise.resolve({
        name,
        scopes: [...new Set(scopes)],
        dailyUnits: daily_credits === null ? null : toUnits(daily_credits),
        expiresAt: expires_at,
        familyId: randomUUID(),
      }),
    );
  }

  /**
   * A successor of the same family, with as long a life as the key had. The key itself works until the overlap ends.
   * Throws `NOT_FOUND` for a key that does not work or was replaced before, and `API_KEY_LIMIT`.
   */
  rotate(maker: KeyMaker, id: string): Promise<NewApiKey> {
    const successor = async (tx: EntityManager): Promise<Issued> => {
      const key = await this.keys.findReplaceable(tx, maker.userId, id);
      if (!key) throw notFound();
      const { name, scopes, dailyUnits, familyId, createdAt, expiresAt } = key;
      const life = expiresAt && expiresAt.getTime() - createdAt.getTime();
      return { name, scopes, dailyUnits, familyId, expiresAt: life === null ? null : new Date(Date.now() + life) };
    };
    return this.issue(maker, successor, (tx, newId) => this.keys.replace(tx, id, newId, API_KEY_OVERLAP_HOURS));
  }

  private async issue(
    { userId, sessionId }: KeyMaker,
    decide: (tx: EntityManager) => Promise<Issued>,
    then: (tx: EntityManager, newId: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<NewApiKey> {
    const key = createApiKeySecret();
    const shown = await inTransaction(this.dataSource, async (tx) => {
      const isLiving = (await lockPerson(tx, userId)) && (await this.keys.lockSession(tx, sessionId));
      if (!isLiving) throw new AppError('UNAUTHENTICATED');
      const issued = await decide(tx);
      if ((await this.keys.countListed(tx, userId)) >= API_KEYS_MAX) throw new AppError('API_KEY_LIMIT');
      const secret = { hint: hintOf(key), keyHash: secretHash(key) };
      const id = await this.keys.insert(tx, { ...issued, userId, sessionId, ...secret, mailDue: this.mailer.isOn });
      await then(tx, id);
      return this.keys.show(tx, userId, id);
    });
    if (!shown) throw new Error('The new API key cannot be read');
    await this.mailer.run();
    return { ...shown, key };
  }
}

type Issued = Omit<NewApiKeyRow, 'userId' | 'sessionId' | 'hint' | 'keyHash' | 'mailDue'>;
