export { CreditLedger } from './application/credit-ledger.js';
export { QuotaHttpModule } from './quota-http.module.js';
export { QuotaModule } from './quota.module.js';
export { CURRENT, HELD, paid, PURSE, seen, SETTLED } from './persistence/moves.js';
