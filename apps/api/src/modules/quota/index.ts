export { CreditLedger } from './application/credit-ledger.js';
export type { Balance, Grant, GrantKind, PictureHold } from './domain/grant.js';
export { GrantsStaleError } from './domain/grants-stale.error.js';
export { QuotaModule } from './quota.module.js';
