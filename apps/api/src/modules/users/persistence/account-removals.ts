import { IsNull, Raw, type EntityManager } from 'typeorm';
import { AccountRemovalEntity } from './account-removal.entity.js';
import { IdentityEntity } from './identity.entity.js';
import { UserEntity } from './user.entity.js';

/** The row stays, because ledger entries refer to it. False if it was removed before. */
export async function erasePerson(tx: EntityManager, userId: string): Promise<boolean> {
  const { affected } = await tx.update(
    UserEntity,
    { id: userId, deletedAt: IsNull() },
    {
      deletedAt: () => 'now()',
      email: null,
      emailVerified: () => 'default',
      name: '-',
      avatarUrl: null,
      plan: () => 'default',
      emailNotifications: () => 'default',
      marketingEmails: () => 'default',
      language: () => 'default',
      timezone: () => 'default',
    },
  );
  await tx.delete(IdentityEntity, { userId });
  return affected === 1;
}

/** A process looks in `seconds` for what is left. */
export async function recordRemoval(tx: EntityManager, userId: string, seconds: number): Promise<void> {
  await tx.insert(AccountRemovalEntity, { userId, dueAt: () => `now() + interval '${seconds} s'` });
}

export async function dueRemovals(manager: EntityManager, limit: number): Promise<string[]> {
  const due = await manager.find(AccountRemovalEntity, {
    where: { finishedAt: IsNull(), dueAt: Raw((at) => `${at} <= now()`) },
    order: { dueAt: 'ASC' },
    take: limit,
  });
  return due.map(({ userId }) => userId);
}

/** Finished only after `settledSeconds`, when no request of the account can be under way; else due again then. */
export async function recordErased(manager: EntityManager, userId: string, settledSeconds: number): Promise<boolean> {
  const updated = await manager
    .createQueryBuilder()
    .update(AccountRemovalEntity)
    .set({
      finishedAt: () => 'case when requested_at <= now() - make_interval(secs => :settledSeconds) then now() end',
      dueAt: () => 'requested_at + make_interval(secs => :settledSeconds)',
    })
    .where('user_id = :userId and finished_at is null', { userId, settledSeconds })
    .returning('finished_at')
    .execute();
  const [removal] = updated.raw as { finished_at: Date | null }[];
  return removal !== undefined && removal.finished_at !== null;
}

export async function postponeRemoval(manager: EntityManager, userId: string, seconds: number): Promise<void> {
  await manager.update(AccountRemovalEntity, { userId }, { dueAt: () => `now() + interval '${seconds} s'` });
}
