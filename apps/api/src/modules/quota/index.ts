export { CreditLedger } from './application/credit-ledger.js';
export { QuotaModule } from './quota.module.js';
