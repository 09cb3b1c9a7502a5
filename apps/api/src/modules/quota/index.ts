export { AllowanceOwners, type AllowanceOwner } from './application/allowance-owners.js';
export { CreditLedger } from './application/credit-ledger.js';
export { ShowQuota } from './application/show-quota.js';
export { ShowStatement } from './application/show-statement.js';
export { StatementThumbnails, type ThumbnailFinder } from './application/statement-thumbnails.js';
export { hasDailyBonus } from './domain/allowance.js';
export { QuotaHttpModule } from './quota-http.module.js';
export { QuotaModule } from './quota.module.js';
