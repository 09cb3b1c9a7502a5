import { toCredits } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { rows } from '../../../platform/database/rows.js';
import { CreditLedger } from '../../quota/index.js';
import { PaymentEntity } from '../persistence/payment.entity.js';
import { SubscriptionEntity } from '../persistence/subscription.entity.js';
import { AdminError } from './admin-command.js';

const NEWEST = 50;
const PERSON = `
  select id, email, name, plan, created_at as "createdAt", deleted_at as "deletedAt"
    from users where id::text = $1 or lower(email) = lower($1) order by created_at`;
const LIVING = `
  select id from users where (id::text = $1 or lower(email) = lower($1)) and deleted_at is null order by created_at`;
const ENTRIES = `
  select l.created_at as at, l.kind, l.d_available as "availableUnits", l.d_debt as "debtUnits", g.source_key as grant
    from ledger_entries l left join credit_grants g on g.id = l.grant_id
   where l.user_id = $1 order by l.id desc limit ${NEWEST}`;

@Injectable()
export class PersonReport {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  async read(person: string): Promise<{ id: string }[]> {
    const { manager } = this.dataSource;
    const accounts = await rows<{ id: string }>(manager, PERSON, [person]);
    if (accounts.length === 0) throw new AdminError(`There is no account ${person}`);
    return Promise.all(accounts.map(async (account) => ({ ...account, ...(await this.of(manager, account.id)) })));
  }

  async livingAccounts(person: string): Promise<string[]> {
    return (await rows<{ id: string }>(this.dataSource, LIVING, [person])).map(({ id }) => id);
  }

  private async of(manager: EntityManager, userId: string): Promise<object> {
    const newest = { where: { userId }, order: { createdAt: 'DESC' }, take: NEWEST } as const;
    const { availableUnits, reservedUnits } = await this.ledger.balance(manager, userId);
    return {
      credits: {
        available: toCredits(availableUnits),
        held: toCredits(reservedUnits),
        debt: toCredits(await this.ledger.debt(manager, userId)),
      },
      subscriptions: await manager.find(SubscriptionEntity, newest),
      payments: await manager.find(PaymentEntity, newest),
      entries: await rows(manager, ENTRIES, [userId]),
    };
  }
}
