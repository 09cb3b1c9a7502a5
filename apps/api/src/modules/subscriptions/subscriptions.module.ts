import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QuotaModule } from '../quota/index.js';
import { UsersModule } from '../users/index.js';
import { AdminAudit } from './admin/admin-audit.js';
import { AdminCommands } from './admin/admin-commands.js';
import { PersonCommands } from './admin/person-commands.js';
import { PersonReport } from './admin/person-report.js';
import { RepairBilling } from './admin/repair-billing.js';
import { TurnClock } from './admin/turn-clock.js';
import { ApplySnapshot } from './application/sync/apply-snapshot.js';
import { BillingCustomers } from './application/checkout/billing-customers.js';
import { BillingMails } from './application/sync/billing-mails.js';
import { BillingTimers } from './application/sync/billing-timers.js';
import { CancelSubscription } from './application/changes/cancel-subscription.js';
import { ChangeReturns } from './application/changes/change-returns.js';
import { ChangeSubscription } from './application/changes/change-subscription.js';
import { ConfirmPayment } from './application/checkout/confirm-payment.js';
import { CreateSubscription } from './application/checkout/create-subscription.js';
import { EndGrace } from './application/sync/end-grace.js';
import { EndUnread } from './application/sync/end-unread.js';
import { EraseSubscription } from './application/changes/erase-subscription.js';
import { ExportBilling } from './application/reads/export-billing.js';
import { GrantPlanCredits } from './application/sync/grant-plan-credits.js';
import { MirrorInvoices } from './application/sync/mirror-invoices.js';
import { PaymentMethods } from './application/cards/payment-methods.js';
import { PaymentOutcomes } from './application/checkout/payment-outcomes.js';
import { PlannedChanges } from './application/changes/planned-changes.js';
import { PreviewChange } from './application/changes/preview-change.js';
import { ProcessInbox } from './application/sync/process-inbox.js';
import { ReadOverdue } from './application/sync/read-overdue.js';
import { ReceiveWebhook } from './application/sync/receive-webhook.js';
import { FinishInterrupted } from './application/sync/finish-interrupted.js';
import { ReadMissed } from './application/sync/read-missed.js';
import { ReconcileBilling } from './application/sync/reconcile-billing.js';
import { RefundPayment } from './application/changes/refund-payment.js';
import { RefusedChanges } from './application/changes/refused-changes.js';
import { SavedBillingDetails } from './application/checkout/saved-billing-details.js';
import { SavedCards } from './application/cards/saved-cards.js';
import { ShowHistory } from './application/reads/show-history.js';
import { ShowInvoices } from './application/reads/show-invoices.js';
import { ShowPayments } from './application/reads/show-payments.js';
import { ShowSubscription } from './application/reads/show-subscription.js';
import { ShowUsage } from './application/reads/show-usage.js';
import { StartCheckout } from './application/checkout/start-checkout.js';
import { SyncCheckout } from './application/checkout/sync-checkout.js';
import { SyncSubscription } from './application/sync/sync-subscription.js';
import { UpgradePayments } from './application/changes/upgrade-payments.js';
import { UpgradeSubscription } from './application/changes/upgrade-subscription.js';
import { CheckoutController } from './http/checkout.controller.js';
import { PaymentMethodsController } from './http/payment-methods.controller.js';
import { PaymentsController } from './http/payments.controller.js';
import { PaypalController } from './http/paypal.controller.js';
import { PlansController } from './http/plans.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { InboxWorker } from './jobs/inbox-worker.js';
import { PricePreparation } from './jobs/price-preparation.js';
import { Reconciler } from './jobs/reconciler.js';
import { AdminAuditEntity } from './persistence/admin-audit.entity.js';
import { BillingClockEntity } from './persistence/billing-clock.entity.js';
import { BillingCustomerEntity } from './persistence/billing-customer.entity.js';
import { BillingDetailsEntity } from './persistence/billing-details.entity.js';
import { BillingInvoiceEntity } from './persistence/billing-invoice.entity.js';
import { BillingMailEntity } from './persistence/billing-mail.entity.js';
import { CheckoutSessionEntity } from './persistence/checkout-session.entity.js';
import { InterruptedChangeEntity } from './persistence/interrupted-change.entity.js';
import { PaymentEntity } from './persistence/payment.entity.js';
import { SubscriptionEventEntity } from './persistence/subscription-event.entity.js';
import { SubscriptionEntity } from './persistence/subscription.entity.js';
import { WebhookInboxEntity } from './persistence/webhook-inbox.entity.js';
import { PaymentProviders } from './providers/payment-providers.js';

const ENTITIES = [
  AdminAuditEntity,
  BillingClockEntity,
  BillingCustomerEntity,
  BillingDetailsEntity,
  BillingInvoiceEntity,
  BillingMailEntity,
  CheckoutSessionEntity,
  InterruptedChangeEntity,
  PaymentEntity,
  SubscriptionEntity,
  SubscriptionEventEntity,
  WebhookInboxEntity,
];

@Module({
  imports: [TypeOrmModule.forFeature(ENTITIES), QuotaModule, UsersModule],
  controllers: [
    PlansController,
    CheckoutController,
    PaypalController,
    SubscriptionController,
    PaymentsController,
    PaymentMethodsController,
    WebhooksController,
  ],
  providers: [
    PaymentProviders,
    GrantPlanCredits,
    MirrorInvoices,
    ApplySnapshot,
    BillingMails,
    SyncSubscription,
    EndUnread,
    EndGrace,
    SyncCheckout,
    ReceiveWebhook,
    ProcessInbox,
    BillingCustomers,
    SavedBillingDetails,
    StartCheckout,
    ConfirmPayment,
    SavedCards,
    CreateSubscription,
    PreviewChange,
    ChangeReturns,
    PlannedChanges,
    UpgradePayments,
    UpgradeSubscription,
    ChangeSubscription,
    CancelSubscription,
    RefusedChanges,
    RefundPayment,
    PaymentMethods,
    PaymentOutcomes,
    ShowSubscription,
    ShowPayments,
    ShowInvoices,
    ShowHistory,
    ShowUsage,
    EraseSubscription,
    ExportBilling,
    BillingTimers,
    ReadOverdue,
    ReadMissed,
    FinishInterrupted,
    ReconcileBilling,
    InboxWorker,
    Reconciler,
    PricePreparation,
    PersonReport,
    RepairBilling,
    TurnClock,
    AdminAudit,
    PersonCommands,
    AdminCommands,
  ],
})
export class SubscriptionsModule {}
