import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/index.js';
import { UsersModule } from '../users/index.js';
import { DailyBonus } from './application/daily-bonus.js';
import { DailyBonusController } from './http/daily-bonus.controller.js';

@Module({
  imports: [QuotaModule, UsersModule],
  controllers: [DailyBonusController],
  providers: [DailyBonus],
})
export class DailyBonusModule {}
