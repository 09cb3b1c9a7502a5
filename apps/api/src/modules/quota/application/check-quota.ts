import { priceUnits, toCredits, type Answer, type Quality } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CreditLedger } from './credit-ledger.js';

export interface QuotaCheck {
  imageCount: number;
  model: string;
  quality: Quality;
}

/** Whether the credits would do, and what is missing. Says nothing about models or plans, and reserves nothing. */
@Injectable()
export class CheckQuota {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
  ) {}

  async check(userId: string, { imageCount, model, quality }: QuotaCheck): Promise<Answer<'quota.check'>> {
    await this.ledger.ensureAllowance(userId);
    const { availableUnits } = await this.ledger.balance(this.dataSource, userId);
    const unitPrice = priceUnits(model, quality);
    const required = unitPrice * imageCount;
    return {
      canGenerate: availableUnits >= required,
      requiredCredits: toCredits(required),
      remainingCredits: toCredits(availableUnits),
      missingCredits: toCredits(Math.max(required - availableUnits, 0)),
      unitPrice: toCredits(unitPrice),
    };
  }
}
