import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/index.js';
import { UsersModule } from '../users/index.js';
import { DailyBonus } from './application/daily-bonus.js';
import { DailyBonusController } from './http/daily-bonus.controller.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityMarkEntity } from './persistence/identity-mark.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([IdentityMarkEntity]), QuotaModule, UsersModule],
  controllers: [DailyBonusController],
  providers: [DailyBonus],
})
export class DailyBonusModule {}
