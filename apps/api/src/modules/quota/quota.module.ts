import { Module } from '@nestjs/common';
import { AllowanceOwners } from './application/allowance-owners.js';
import { CreditLedger } from './application/credit-ledger.js';
import { FreeAllowance } from './application/free-allowance.js';
import { GrantSweeper } from './jobs/grant-sweeper.js';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditAccountEntity } from './persistence/credit-account.entity.js';
import { CreditGrantEntity } from './persistence/credit-grant.entity.js';
import { DebtorMarkEntity } from './persistence/debtor-mark.entity.js';
import { ExpiryMailEntity } from './persistence/expiry-mail.entity.js';
import { HoldEntity } from './persistence/hold.entity.js';
import { HoldLotEntity } from './persistence/hold-lot.entity.js';
import { LedgerEntryEntity } from './persistence/ledger-entry.entity.js';
import { SpendingDayEntity } from './persistence/spending-day.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      CreditAccountEntity,
      CreditGrantEntity,
      DebtorMarkEntity,
      HoldEntity,
      HoldLotEntity,
      LedgerEntryEntity,
      SpendingDayEntity,
      ExpiryMailEntity,
    ]),
  ],
  providers: [AllowanceOwners, FreeAllowance, CreditLedger, GrantSweeper],
  exports: [AllowanceOwners, FreeAllowance, CreditLedger],
})
export class QuotaModule {}
