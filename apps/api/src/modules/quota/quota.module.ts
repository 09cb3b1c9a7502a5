import { Module } from '@nestjs/common';
import { CreditLedger } from './application/credit-ledger.js';
import { FreeAllowance } from './application/free-allowance.js';

@Module({ providers: [FreeAllowance, CreditLedger], exports: [CreditLedger] })
export class QuotaModule {}
