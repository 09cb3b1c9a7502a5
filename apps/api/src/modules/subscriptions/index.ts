export { AdminCommands } from './admin/admin-commands.js';
export { AdminError, parseAdminCommand, type AdminCommand } from './admin/admin-command.js';
export { PaymentProviders } from './providers/payment-providers.js';
export { SubscriptionsModule } from './subscriptions.module.js';
