import { Inject, Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { identityKey } from '../../../platform/config/keys.js';
import type { Sql } from '../../../platform/database/rows.js';
import { identityMark } from '../domain/identity-mark.js';
import { readAllowanceOwner, type AllowanceOwnerRow } from '../persistence/allowance-owner.js';

export interface AllowanceOwner extends Omit<AllowanceOwnerRow, 'provider' | 'subject'> {
  /** Keyed hash of the identity that the account began with; it outlives the account. */
  mark: string;
}

@Injectable()
export class AllowanceOwners {
  private readonly key: KeyObject;

  constructor(@Inject(CONFIG) config: Config) {
    this.key = identityKey(config);
  }

  async find(sql: Sql, userId: string): Promise<AllowanceOwner | null> {
    const owner = await readAllowanceOwner(sql, userId);
    if (!owner) return null;
    const { provider, subject, ...rest } = owner;
    return { ...rest, mark: identityMark(this.key, { provider, subject }) };
  }
}
