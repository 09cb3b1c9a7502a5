import type { Plan } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { UserEntity } from '../persistence/user.entity.js';

@Injectable()
export class SetPlan {
  /** In the caller's transaction, after the account is locked. False for a removed account. */
  async run(tx: EntityManager, userId: string, plan: Plan): Promise<boolean> {
    const { affected } = await tx.update(UserEntity, { id: userId, deletedAt: IsNull() }, { plan });
    return affected === 1;
  }
}
