import type { BillingDetails } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { lockPerson } from '../../../users/index.js';
import { BillingDetailsEntity } from '../../persistence/billing-details.entity.js';

/** Of a company, for the receipts that the product makes itself. */
@Injectable()
export class SavedBillingDetails {
  constructor(private readonly dataSource: DataSource) {}

  async show(userId: string): Promise<BillingDetails> {
    const found = await this.dataSource.manager.findOneBy(BillingDetailsEntity, { userId });
    return { company: found?.company ?? '', tax_id: found?.taxId ?? '', address: found?.address ?? '' };
  }

  /** The person is locked, so that no details outlive the account. */
  set(userId: string, details: BillingDetails): Promise<BillingDetails> {
    const { company, tax_id: taxId, address } = details;
    return inTransaction(this.dataSource, async (tx) => {
      if (!(await lockPerson(tx, userId))) throw new AppError('UNAUTHENTICATED');
      await tx.upsert(BillingDetailsEntity, { userId, company, taxId, address }, ['userId']);
      return details;
    });
  }
}
