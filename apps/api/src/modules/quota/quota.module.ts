import { Module } from '@nestjs/common';
import { CreditLedger } from './application/credit-ledger.js';
import { FreeAllowance } from './application/free-allowance.js';
import { GrantSweeper } from './jobs/grant-sweeper.js';

/** The ledger, as every process has it. */
@Module({
  providers: [FreeAllowance, CreditLedger, GrantSweeper],
  exports: [FreeAllowance, CreditLedger],
})
export class QuotaModule {}
