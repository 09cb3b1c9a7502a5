import type { SubscriptionEventKind } from '@app/contracts';
import { In, type DataSource, type EntityManager } from 'typeorm';
import type { MailFacts, MailKind } from '../domain/billing-mail.js';
import { BillingMailEntity } from './billing-mail.entity.js';
import type { PaymentEntity } from './payment.entity.js';
import type { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionEventEntity } from './subscription-event.entity.js';

export interface Happening {
  kind: SubscriptionEventKind;
  /** Names the fact: it is written once. */
  key: string;
  at: Date;
  amountCents?: number | null;
}

export const refundKey = (paymentId: string, cents: number): string => `refunded:${paymentId}:${cents}`;

/** It was refunded as a whole, and the bank sent the money back: another refund would go to the same card. */
export async function hasRefundFailed(
  sql: DataSource | EntityManager,
  { id, status, amountCents }: PaymentEntity,
): Promise<boolean> {
  if (status !== 'success') return false;
  return sql.getRepository(SubscriptionEventEntity).existsBy({ key: refundKey(id, amountCents) });
}

/** Of a payment for which nothing was given: no refund of it is tried again. */
export const refusalKey = (paymentId: string): string => `refund_refused:${paymentId}`;

/** Of one request of the person, who may ask again. */
export const refusedRequestKey = ({ id, refundRequestedAt }: PaymentEntity): string =>
  `refund_refused:${id}:${refundRequestedAt?.getTime()}`;

/** A payment for which nothing was given, which its provider does not refund: left to the operator. */
export const wasRefundRefused = (sql: DataSource | EntityManager, { id }: PaymentEntity): Promise<boolean> =>
  sql.getRepository(BillingMailEntity).existsBy({ key: refusalKey(id) });

/** Of these payments, those whose refund came back or was refused: the money is with the operator. */
export async function findFailedRefunds(sql: DataSource, payments: PaymentEntity[]): Promise<Set<string>> {
  const paid = payments.filter(({ status }) => status === 'success');
  const keysOf = ({ id, amountCents }: PaymentEntity) => [refundKey(id, amountCents), refusalKey(id)];
  const where = { key: In(paid.flatMap(keysOf)) };
  const found = [
    ...(await sql.getRepository(SubscriptionEventEntity).findBy(where)),
    ...(await sql.getRepository(BillingMailEntity).findBy(where)),
  ];
  const keys = new Set(found.map(({ key }) => key));
  return new Set(paid.filter((payment) => keysOf(payment).some((key) => keys.has(key))).map(({ id }) => id));
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

export const recordEnded = (tx: EntityManager, subscription: SubscriptionEntity, at: Date): Promise<void> =>
  recordEvent(tx, subscription, { kind: 'ended', key: `ended:${subscription.id}`, at });

/** Sent once, after the commit. */
export async function requestMail(
  tx: EntityManager,
  mail: { key: string; userId: string; kind: MailKind; facts: MailFacts },
): Promise<void> {
  await tx.createQueryBuilder().insert().into(BillingMailEntity).values(mail).orIgnore().updateEntity(false).execute();
}

export function requestFailedRefundMail(
  tx: EntityManager,
  key: string,
  { userId, plan, isAnnual, amountCents }: PaymentEntity,
  facts: Partial<MailFacts>,
): Promise<void> {
  const common = { plan, isAnnual, amountCents, invoiceNumber: null, payUrl: null, until: null };
  return requestMail(tx, { key, userId, kind: 'refund_failed', facts: { ...common, ...facts } });
}
