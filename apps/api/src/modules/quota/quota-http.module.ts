import { Module } from '@nestjs/common';
import { UsersModule } from '../users/index.js';
import { CheckQuota } from './application/check-quota.js';
import { EraseCredits } from './application/erase-credits.js';
import { ShowQuota } from './application/show-quota.js';
import { ShowStatement } from './application/show-statement.js';
import { StatementThumbnails } from './application/statement-thumbnails.js';
import { QuotaController } from './http/quota.controller.js';
import { StatementController } from './http/statement.controller.js';
import { V1CreditsController } from './http/v1-credits.controller.js';
import { ExpiryMailer } from './jobs/expiry-mailer.js';
import { QuotaModule } from './quota.module.js';

@Module({
  imports: [QuotaModule, UsersModule],
  controllers: [QuotaController, StatementController, V1CreditsController],
  providers: [ShowQuota, ShowStatement, StatementThumbnails, CheckQuota, EraseCredits, ExpiryMailer],
  exports: [ShowQuota, ShowStatement, StatementThumbnails],
})
export class QuotaHttpModule {}
