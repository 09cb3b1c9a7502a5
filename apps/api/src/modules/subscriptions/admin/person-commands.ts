import { toUnits } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, IsNull } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { CreditLedger } from '../../quota/index.js';
import { RemoveAccount, UserEntity } from '../../users/index.js';
import { billingNow } from '../persistence/billing-time.js';
import { AdminAudit } from './admin-audit.js';
import { AdminError, type AdminCommandOf } from './admin-command.js';
import { PersonReport } from './person-report.js';

const DAY_MS = 86_400_000;

/** Commands about one account. */
@Injectable()
export class PersonCommands {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    private readonly report: PersonReport,
    private readonly removal: RemoveAccount,
    private readonly audit: AdminAudit,
  ) {}

  async show(command: AdminCommandOf<'show'>): Promise<object> {
    const accounts = await this.report.read(command.person);
    for (const { id } of accounts) await this.audit.record({ ...command, person: id }, id);
    return accounts;
  }

  grant(command: AdminCommandOf<'grant'>): Promise<object> {
    const { userId, credits, days } = command;
    return inTransaction(this.dataSource, async (tx) => {
      if (!(await tx.existsBy(UserEntity, { id: userId, deletedAt: IsNull() })))
        throw new AdminError(`There is no account ${userId}`);
      const expiresAt = days === null ? null : new Date((await billingNow(tx)).getTime() + days * DAY_MS);
      const sourceKey = `adj:${randomUUID()}`;
      await this.ledger.grant(tx, { userId, kind: 'adjustment', sourceKey, units: toUnits(credits), expiresAt });
      await this.audit.record(command, userId, tx);
      return { userId, credits, expiresAt, sourceKey };
    });
  }

  /** As people do it themselves on their profile page. */
  async delete(command: AdminCommandOf<'delete'>): Promise<object> {
    const userId = await this.oneAccount(command.person);
    if (!command.isConfirmed) throw new AdminError(`This deletes account ${userId} for good. Add --yes to do it`);
    // Without the e-mail, which is to be forgotten.
    await this.audit.record({ ...command, person: userId }, userId);
    await this.removal.run(userId);
    this.removal.closeStreams(userId);
    return { userId, state: 'deleted', rest: 'erased within minutes; see account_removals' };
  }

  private async oneAccount(person: string): Promise<string> {
    const ids = await this.report.livingAccounts(person);
    const [id] = ids;
    if (id === undefined) throw new AdminError(`There is no account ${person}`);
    if (ids.length > 1) throw new AdminError(`Several accounts have this e-mail; give one id of ${ids.join(', ')}`);
    return id;
  }
}
