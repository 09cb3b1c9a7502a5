import {
  DEFAULT_MODEL,
  isDalleModel,
  PLAN_TERMS,
  priceUnits,
  QUOTA_REFUSALS,
  reasonsAgainst,
  toCredits,
  type Answer,
  type Plan,
  type Quality,
  type QuotaRefusal,
} from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { countOpenGenerations } from '../persistence/quota.read-model.js';
import { CreditLedger } from './credit-ledger.js';

export interface QuotaCheck {
  imageCount: number;
  model: string;
  quality: Quality;
}

/** Decides by model, plan and credits alone, and reserves nothing. */
@Injectable()
export class CheckQuota {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: CreditLedger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async check(
    { userId, plan }: { userId: string; plan: Plan },
    { imageCount, model, quality }: QuotaCheck,
  ): Promise<Answer<'quota.check'>> {
    await this.ledger.ensureAllowance(userId);
    const { availableUnits } = await this.ledger.balance(this.dataSource, userId);
    const unitPrice = priceUnits(model, quality);
    const required = unitPrice * imageCount;
    const reasons = reasonsAgainst({
      prompt: 'any',
      negativePrompt: '',
      // An unknown model is priced like the default one.
      model: isDalleModel(model) ? model : DEFAULT_MODEL,
      count: imageCount,
      signedIn: true,
      maxCount: PLAN_TERMS[plan].imagesPerGeneration,
      inFlight: await countOpenGenerations(this.dataSource, userId),
      inFlightLimit: this.config.quota.inFlight[plan],
      availableUnits,
      totalUnits: required,
    });
    const reason = QUOTA_REFUSALS.find((one): one is QuotaRefusal => one === reasons[0]) ?? null;
    return {
      canGenerate: reason === null,
      reason,
      requiredCredits: toCredits(required),
      remainingCredits: toCredits(availableUnits),
      missingCredits: toCredits(Math.max(required - availableUnits, 0)),
      unitPrice: toCredits(unitPrice),
    };
  }
}
