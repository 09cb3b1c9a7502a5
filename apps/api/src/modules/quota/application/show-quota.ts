import { CHEAPEST_UNITS, PLAN_TERMS, type Plan } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import type { SerializedAnswer } from '../../../platform/http/serialized-answer.js';
import { freeMonthUnits } from '../domain/allowance.js';
import { readQuota, readQuotaStats } from '../persistence/quota.read-model.js';
import { FreeAllowance } from './free-allowance.js';

@Injectable()
export class ShowQuota {
  constructor(
    private readonly dataSource: DataSource,
    private readonly allowance: FreeAllowance,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async quota(userId: string, plan: Plan): Promise<SerializedAnswer> {
    await this.allowance.ensure(userId);
    return readQuota(this.dataSource, {
      userId,
      cheapestUnits: CHEAPEST_UNITS,
      plan,
      inFlightLimit: this.config.quota.inFlight[plan],
      imagesPerGeneration: PLAN_TERMS[plan].imagesPerGeneration,
      freeMonth: plan === 'free' && freeMonthUnits(this.config.quota) > 0,
    });
  }

  async stats(userId: string): Promise<SerializedAnswer> {
    await this.allowance.ensure(userId);
    return readQuotaStats(this.dataSource, userId);
  }
}
