export { CreditLedger } from './application/credit-ledger.js';
export { QuotaHttpModule } from './quota-http.module.js';
export { QuotaModule } from './quota.module.js';
