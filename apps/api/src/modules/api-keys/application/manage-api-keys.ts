import { toUnits, type ApiKey } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { lockPerson } from '../../users/index.js';
import { keyName } from '../domain/key-name.js';
import { ApiKeys } from '../persistence/api-keys.js';

/** What an owner does with keys after they were issued. Throws `NOT_FOUND` for a key that is not theirs or was revoked. */
@Injectable()
export class ManageApiKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ApiKeys,
  ) {}

  list(userId: string): Promise<ApiKey[]> {
    return this.keys.list(userId);
  }

  /** A name or a budget that is left out stays; a budget of null is none. */
  async update(
    userId: string,
    id: string,
    { name, daily_credits }: { name?: string | undefined; daily_credits?: number | null | undefined },
  ): Promise<ApiKey> {
    const change = {
      ...(name !== undefined && { name: keyName(name) }),
      ...(daily_credits !== undefined && { dailyUnits: daily_credits === null ? null : toUnits(daily_credits) }),
    };
    await inTransaction(this.dataSource, async (tx) => {
      await lockPerson(tx, userId);
      await this.keys.change(tx, { userId, id }, change);
    });
    const key = await this.keys.show(this.dataSource, userId, id);
    if (!key) throw notFound();
    return key;
  }

  async revoke(userId: string, id: string): Promise<void> {
    if (!(await this.keys.revoke(userId, id))) throw notFound();
  }
}
