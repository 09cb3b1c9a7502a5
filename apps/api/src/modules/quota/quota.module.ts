import { Module } from '@nestjs/common';
import { CheckQuota } from './application/check-quota.js';
import { CreditLedger } from './application/credit-ledger.js';
import { FreeAllowance } from './application/free-allowance.js';
import { ShowQuota } from './application/show-quota.js';
import { ShowStatement } from './application/show-statement.js';
import { QuotaController } from './http/quota.controller.js';
import { StatementController } from './http/statement.controller.js';
import { GrantSweeper } from './jobs/grant-sweeper.js';

@Module({
  controllers: [QuotaController, StatementController],
  providers: [FreeAllowance, CreditLedger, ShowQuota, ShowStatement, CheckQuota, GrantSweeper],
  exports: [CreditLedger],
})
export class QuotaModule {}
