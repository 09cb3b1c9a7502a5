import { toUnits } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { CreditLedger } from '../../quota/index.js';
import { UserEntity } from '../../users/index.js';
import { AdminAuditEntity } from '../persistence/admin-audit.entity.js';
import { billingNow } from '../persistence/billing-time.js';
import { AdminError, type AdminCommand } from './admin-command.js';
import { PersonReport } from './person-report.js';
import { RepairBilling } from './repair-billing.js';
import { TurnClock } from './turn-clock.js';

type Of<Name extends AdminCommand['name']> = Extract<AdminCommand, { name: Name }>;

const DAY_MS = 86_400_000;

/** The command line of operators. What is asked is written to the audit before it is done, so nothing is done without a trace. */
@Injectable()
export class AdminCommands {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly report: PersonReport,
    private readonly repairs: RepairBilling,
    private readonly clock: TurnClock,
  ) {}

  /** Answers what is shown to the operator. Throws `AdminError`. */
  async run(command: AdminCommand): Promise<object> {
    switch (command.name) {
      case 'show':
        return this.show(command);
      case 'grant':
        return this.grant(command);
      case 'refund': {
        const payment = await this.repairs.findPayment(command.paymentId);
        await this.audit(this.dataSource.manager, command, payment.userId);
        return this.repairs.refund(payment, command);
      }
      case 'replay': {
        const event = await this.repairs.findEvent(command);
        await this.audit(this.dataSource.manager, command, null);
        return this.repairs.replay(event);
      }
      case 'clock':
        await this.audit(this.dataSource.manager, command, null);
        return { now: await this.clock.run(command.seconds) };
    }
  }

  private async show(command: Of<'show'>): Promise<object> {
    const accounts = await this.report.read(command.person);
    for (const { id } of accounts) await this.audit(this.dataSource.manager, { ...command, person: id }, id);
    return accounts;
  }

  private grant(command: Of<'grant'>): Promise<object> {
    const { userId, credits, days } = command;
    return inTransaction(this.dataSource, async (tx) => {
      if (!(await tx.existsBy(UserEntity, { id: userId, deletedAt: IsNull() })))
        throw new AdminError(`There is no account ${userId}`);
      const expiresAt = days === null ? null : new Date((await billingNow(tx)).getTime() + days * DAY_MS);
      const sourceKey = `adj:${randomUUID()}`;
      await this.ledger.grant(tx, { userId, kind: 'adjustment', sourceKey, units: toUnits(credits), expiresAt });
      await this.audit(tx, command, userId);
      return { userId, credits, expiresAt, sourceKey };
    });
  }

  private async audit(manager: EntityManager, command: AdminCommand, userId: string | null): Promise<void> {
    const { by: actor, name: action, ...details } = command;
    await manager.insert(AdminAuditEntity, { actor, action, userId, details });
  }
}
