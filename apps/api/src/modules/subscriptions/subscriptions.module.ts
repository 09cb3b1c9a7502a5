import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { QuotaModule } from '../quota/index.js';
import { UsersModule } from '../users/index.js';
import { ApplySnapshot } from './application/apply-snapshot.js';
import { BillingCustomers } from './application/billing-customers.js';
import { BillingMails } from './application/billing-mails.js';
import { BillingTimers } from './application/billing-timers.js';
import { CancelSubscription } from './application/cancel-subscription.js';
import { ChangeSubscription } from './application/change-subscription.js';
import { ConfirmPayment } from './application/confirm-payment.js';
import { CreateSubscription } from './application/create-subscription.js';
import { EraseSubscription } from './application/erase-subscription.js';
import { GrantPlanCredits } from './application/grant-plan-credits.js';
import { MirrorInvoices } from './application/mirror-invoices.js';
import { PaymentMethods } from './application/payment-methods.js';
import { PaymentOutcomes } from './application/payment-outcomes.js';
import { PreviewChange } from './application/preview-change.js';
import { ProcessInbox } from './application/process-inbox.js';
import { ReceiveWebhook } from './application/receive-webhook.js';
import { ReconcileBilling, ReconcileSteps } from './application/reconcile-billing.js';
import { RefundPayment } from './application/refund-payment.js';
import { SavedCards } from './application/saved-cards.js';
import { ShowPayments } from './application/show-payments.js';
import { ShowSubscription } from './application/show-subscription.js';
import { ShowUsage } from './application/show-usage.js';
import { StartCheckout } from './application/start-checkout.js';
import { SyncCheckout } from './application/sync-checkout.js';
import { SyncSubscription } from './application/sync-subscription.js';
import { CheckoutController } from './http/checkout.controller.js';
import { PaymentMethodsController } from './http/payment-methods.controller.js';
import { PaymentsController } from './http/payments.controller.js';
import { PlansController } from './http/plans.controller.js';
import { SubscriptionController } from './http/subscription.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { InboxWorker } from './jobs/inbox-worker.js';
import { Reconciler } from './jobs/reconciler.js';
import { AdminAuditEntity } from './persistence/admin-audit.entity.js';
import { BillingClockEntity } from './persistence/billing-clock.entity.js';
import { BillingCustomerEntity } from './persistence/billing-customer.entity.js';
import { BillingInvoiceEntity } from './persistence/billing-invoice.entity.js';
import { BillingMailEntity } from './persistence/billing-mail.entity.js';
import { CheckoutSessionEntity } from './persistence/checkout-session.entity.js';
import { PaymentEntity } from './persistence/payment.entity.js';
import { SubscriptionEventEntity } from './persistence/subscription-event.entity.js';
import { SubscriptionEntity } from './persistence/subscription.entity.js';
import { WebhookInboxEntity } from './persistence/webhook-inbox.entity.js';
import { PaymentProviders } from './providers/payment-providers.js';

const ENTITIES = [
  AdminAuditEntity,
  BillingClockEntity,
  BillingCustomerEntity,
  BillingInvoiceEntity,
  BillingMailEntity,
  CheckoutSessionEntity,
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
    SyncCheckout,
    ReceiveWebhook,
    ProcessInbox,
    BillingCustomers,
    StartCheckout,
    ConfirmPayment,
    SavedCards,
    CreateSubscription,
    PreviewChange,
    ChangeSubscription,
    CancelSubscription,
    RefundPayment,
    PaymentMethods,
    PaymentOutcomes,
    ShowSubscription,
    ShowPayments,
    ShowUsage,
    EraseSubscription,
    BillingTimers,
    ReconcileSteps,
    ReconcileBilling,
    InboxWorker,
    Reconciler,
  ],
})
export class SubscriptionsModule {}
