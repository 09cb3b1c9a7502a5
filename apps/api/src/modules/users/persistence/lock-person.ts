import { IsNull, type EntityManager } from 'typeorm';
import { UserEntity } from './user.entity.js';

/** Locks a person until the transaction ends. False for a removed account. */
export async function lockPerson(tx: EntityManager, userId: string): Promise<boolean> {
  const person = await tx.findOne(UserEntity, {
    select: { id: true },
    where: { id: userId, deletedAt: IsNull() },
    lock: { mode: 'for_no_key_update' },
  });
  return person !== null;
}
