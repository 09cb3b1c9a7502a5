import { Module } from '@nestjs/common';
import { AllowanceOwners } from './application/allowance-owners.js';
import { CreditLedger } from './application/credit-ledger.js';
import { FreeAllowance } from './application/free-allowance.js';
import { GrantSweeper } from './jobs/grant-sweeper.js';

/** The ledger, as every process has it. */
@Module({
  providers: [AllowanceOwners, FreeAllowance, CreditLedger, GrantSweeper],
  exports: [AllowanceOwners, FreeAllowance, CreditLedger],
})
export class QuotaModule {}
