import { Raw, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { UserEntity } from '../../users/index.js';
import { ExportTicketEntity } from './export-ticket.entity.js';

export type TicketedExport = Pick<ExportTicketEntity, 'userId' | 'format' | 'imageIds' | 'before' | 'locale'>;

export type WantedTicket = TicketedExport & Pick<ExportTicketEntity, 'sessionId'>;

/** Returns when it expires. Deletes tickets that expired long ago. */
export async function insertTicket(
  manager: EntityManager,
  tokenHash: Buffer,
  { userId, sessionId, format, imageIds, before, locale }: WantedTicket,
  seconds: number,
): Promise<Date> {
  await manager.delete(ExportTicketEntity, { expiresAt: Raw((at) => `${at} < now() - interval '1 day'`) });
  const expiresAt = () => `now() + interval '${seconds} s'`;
  await manager.insert(ExportTicketEntity, {
    tokenHash,
    userId,
    sessionId,
    format,
    imageIds,
    before,
    locale,
    expiresAt,
  });
  return (await manager.findOneByOrFail(ExportTicketEntity, { tokenHash })).expiresAt;
}

const ticketOf = (manager: EntityManager, tokenHash: Buffer): SelectQueryBuilder<ExportTicketEntity> =>
  manager
    .createQueryBuilder(ExportTicketEntity, 't')
    .innerJoin(UserEntity, 'u', 'u.id = t.userId and u.deletedAt is null')
    .where('t.tokenHash = :tokenHash', { tokenHash })
    .andWhere(
      `(t.sessionId is null or exists (select from sessions s
         where s.id = t.session_id and s.revoked_at is null and s.absolute_expiry > now()))`,
    );

export async function redeemTicket(tx: EntityManager, tokenHash: Buffer): Promise<TicketedExport | null> {
  const ticket = await ticketOf(tx, tokenHash)
    .andWhere('t.usedAt is null and t.expiresAt > now()')
    .setLock('for_no_key_update', undefined, ['t'])
    .getOne();
  if (ticket) await tx.update(ExportTicketEntity, { tokenHash }, { usedAt: () => 'now()' });
  return ticket;
}

export async function readTicket(
  manager: EntityManager,
  tokenHash: Buffer,
): Promise<(TicketedExport & { isOpen: boolean }) | null> {
  const { entities, raw } = await ticketOf(manager, tokenHash)
    .addSelect('t.usedAt is null and t.expiresAt > now()', 'isOpen')
    .getRawAndEntities<{ isOpen: boolean }>();
  const [ticket] = entities;
  if (!ticket || !raw[0]) return null;
  const { userId, format, imageIds, before, locale } = ticket;
  return { userId, format, imageIds, before, locale, isOpen: raw[0].isOpen };
}
