export { ApiKeyAuthenticator } from './application/api-key-authenticator.js';
export { ApiKeysModule } from './api-keys.module.js';
export { refuseBeyondBudget } from './persistence/key-budget.js';
export { revokeKeysOfSession } from './persistence/session-keys.js';
