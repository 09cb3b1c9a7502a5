import { Module } from '@nestjs/common';
import { UsersModule } from '../users/index.js';
import { CheckQuota } from './application/check-quota.js';
import { EraseCredits } from './application/erase-credits.js';
import { ShowQuota } from './application/show-quota.js';
import { ShowStatement } from './application/show-statement.js';
import { QuotaController } from './http/quota.controller.js';
import { StatementController } from './http/statement.controller.js';
import { ExpiryMailer } from './jobs/expiry-mailer.js';
import { QuotaModule } from './quota.module.js';

/** What people ask about their credits: of the HTTP process alone, since the worker knows no people. */
@Module({
  imports: [QuotaModule, UsersModule],
  controllers: [QuotaController, StatementController],
  providers: [ShowQuota, ShowStatement, CheckQuota, EraseCredits, ExpiryMailer],
})
export class QuotaHttpModule {}
