import type { SubscriptionEventKind } from '@app/contracts';
import type { EntityManager } from 'typeorm';
import type { MailFacts, MailKind } from '../domain/billing-mail.js';
import { BillingMailEntity } from './billing-mail.entity.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionEventEntity } from './subscription-event.entity.js';

export interface Happening {
  kind: SubscriptionEventKind;
  /** Names the fact: it is written once. */
  key: string;
  at: Date;
  amountCents?: number | null;
}

/** An event with a known key is left as it is. */
export async function recordEvent(
  tx: EntityManager,
  { id, userId, plan, isAnnual }: Pick<SubscriptionEntity, 'id' | 'userId' | 'plan' | 'isAnnual'>,
  { kind, key, at, amountCents = null }: Happening,
): Promise<void> {
  await tx
    .createQueryBuilder()
    .insert()
    .into(SubscriptionEventEntity)
    .values({ userId, subscriptionId: id, plan, isAnnual, kind, key, amountCents, createdAt: at })
    .orIgnore()
    .updateEntity(false)
    .execute();
}

/** Sent once, after the commit. */
export async function requestMail(
  tx: EntityManager,
  mail: { key: string; userId: string; kind: MailKind; facts: MailFacts },
): Promise<void> {
  await tx.createQueryBuilder().insert().into(BillingMailEntity).values(mail).orIgnore().updateEntity(false).execute();
}
