import { Logger } from '@nestjs/common';
import type { PaymentProviderId } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { CancelSubscription } from '../../../src/modules/subscriptions/application/changes/cancel-subscription.js';
import { ChangeReturns } from '../../../src/modules/subscriptions/application/changes/change-returns.js';
import { ChangeSubscription } from '../../../src/modules/subscriptions/application/changes/change-subscription.js';
import { EraseSubscription } from '../../../src/modules/subscriptions/application/changes/erase-subscription.js';
import { PlannedChanges } from '../../../src/modules/subscriptions/application/changes/planned-changes.js';
import { RefundPayment } from '../../../src/modules/subscriptions/application/changes/refund-payment.js';
import { UpgradePayments } from '../../../src/modules/subscriptions/application/changes/upgrade-payments.js';
import { UpgradeSubscription } from '../../../src/modules/subscriptions/application/changes/upgrade-subscription.js';
import { BillingCustomers } from '../../../src/modules/subscriptions/application/checkout/billing-customers.js';
import { ConfirmPayment } from '../../../src/modules/subscriptions/application/checkout/confirm-payment.js';
import { PaymentOutcomes } from '../../../src/modules/subscriptions/application/checkout/payment-outcomes.js';
import { StartCheckout } from '../../../src/modules/subscriptions/application/checkout/start-checkout.js';
import { SyncCheckout } from '../../../src/modules/subscriptions/application/checkout/sync-checkout.js';
import { ShowPayments } from '../../../src/modules/subscriptions/application/reads/show-payments.js';
import { ShowSubscription } from '../../../src/modules/subscriptions/application/reads/show-subscription.js';
import { ApplySnapshot } from '../../../src/modules/subscriptions/application/sync/apply-snapshot.js';
import { BillingMails } from '../../../src/modules/subscriptions/application/sync/billing-mails.js';
import { BillingTimers } from '../../../src/modules/subscriptions/application/sync/billing-timers.js';
import { EndGrace } from '../../../src/modules/subscriptions/application/sync/end-grace.js';
import { EndUnread } from '../../../src/modules/subscriptions/application/sync/end-unread.js';
import { FinishInterrupted } from '../../../src/modules/subscriptions/application/sync/finish-interrupted.js';
import { GrantPlanCredits } from '../../../src/modules/subscriptions/application/sync/grant-plan-credits.js';
import { MirrorInvoices } from '../../../src/modules/subscriptions/application/sync/mirror-invoices.js';
import { ProcessInbox } from '../../../src/modules/subscriptions/application/sync/process-inbox.js';
import { ReadOverdue } from '../../../src/modules/subscriptions/application/sync/read-overdue.js';
import { ReceiveWebhook } from '../../../src/modules/subscriptions/application/sync/receive-webhook.js';
import { ReadMissed } from '../../../src/modules/subscriptions/application/sync/read-missed.js';
import { ReconcileBilling } from '../../../src/modules/subscriptions/application/sync/reconcile-billing.js';
import { SyncSubscription } from '../../../src/modules/subscriptions/application/sync/sync-subscription.js';
import { WebhookInboxEntity } from '../../../src/modules/subscriptions/persistence/webhook-inbox.entity.js';
import type { PaymentProvider } from '../../../src/modules/subscriptions/providers/payment-provider.port.js';
import { PaymentProviders } from '../../../src/modules/subscriptions/providers/payment-providers.js';
import {
  AccountErasers,
  PersonMails,
  Profile,
  SetPlan,
  UserDirectory,
  UserEntity,
} from '../../../src/modules/users/index.js';
import type { Config } from '../../../src/platform/config/config.js';
import { Mailer } from '../../../src/platform/mail/mailer.js';
import { creditLedger } from '../credits/credits.js';
import { RecordedEvents } from '../images/painting.js';

export type { PaymentProvider } from '../../../src/modules/subscriptions/providers/payment-provider.port.js';

// What is injected by the thousand would be told by the thousand.
Logger.overrideLogger(false);

export interface BillingSurroundings {
  dataSource: DataSource;
  config: Config;
  provider: PaymentProvider;
}

/** The use cases of payments as one process has them, nothing of it running by itself. */
export interface OneBilling {
  providerId: PaymentProviderId;
  checkout: StartCheckout;
  confirm: ConfirmPayment;
  webhooks: ReceiveWebhook;
  inbox: ProcessInbox;
  sync: SyncSubscription;
  reconcile: ReconcileBilling;
  change: ChangeSubscription;
  cancellation: CancelSubscription;
  refund: RefundPayment;
  erase: EraseSubscription;
}

function providersOf(config: Config, provider: PaymentProvider): PaymentProviders {
  const providers = new PaymentProviders(config);
  providers.byId.set(provider.id, provider);
  return providers;
}

/** Put together without the framework, so that a process costs next to nothing and can crash by the thousand. */
export function oneBilling({ dataSource, config, provider }: BillingSurroundings): OneBilling {
  const providers = providersOf(config, provider);
  const ledger = creditLedger(dataSource, { FREE_ALLOWANCE: 'none' });
  const credits = new GrantPlanCredits(ledger);
  const setPlan = new SetPlan();
  const apply = new ApplySnapshot(dataSource, ledger, setPlan, new MirrorInvoices(ledger), credits);
  const users = dataSource.getRepository(UserEntity);
  const directory = new UserDirectory(users);
  const personMails = new PersonMails(new Mailer(config), directory, new Profile(users, directory));
  const mails = new BillingMails(dataSource, personMails, config);
  const sync = new SyncSubscription(dataSource, providers, apply, mails, new RecordedEvents());
  const checkouts = new SyncCheckout(dataSource, providers, sync);
  const webhooks = new ReceiveWebhook(providers, dataSource.getRepository(WebhookInboxEntity));
  const customers = new BillingCustomers(dataSource, directory);
  const shown = new ShowSubscription(dataSource, ledger, config);
  const outcomes = new PaymentOutcomes(shown);
  const payments = new ShowPayments(dataSource, ledger, providers);
  const refund = new RefundPayment(dataSource, ledger, providers, sync, payments);
  const unread = new EndUnread(dataSource, ledger, credits, setPlan, providers);
  const grace = new EndGrace(dataSource, providers, sync, unread);
  const timers = new BillingTimers(dataSource, ledger, credits, grace, unread);
  const planned = new PlannedChanges(dataSource, providers, sync, new ChangeReturns(config));
  const upgradePayments = new UpgradePayments(dataSource, ledger, sync);
  const upgrades = new UpgradeSubscription(dataSource, providers, upgradePayments, planned, outcomes);
  const overdue = new ReadOverdue(sync, unread);
  const missed = new ReadMissed(dataSource, providers, webhooks, checkouts, overdue);
  const interrupted = new FinishInterrupted(dataSource, providers, refund, planned);
  return {
    providerId: provider.id,
    checkout: new StartCheckout(dataSource, ledger, providers, customers, config),
    confirm: new ConfirmPayment(dataSource, providers, checkouts, sync, outcomes),
    webhooks,
    inbox: new ProcessInbox(dataSource, providers, checkouts, sync),
    sync,
    reconcile: new ReconcileBilling(dataSource, timers, mails, missed, interrupted),
    change: new ChangeSubscription(dataSource, providers, planned, upgrades, shown),
    cancellation: new CancelSubscription(dataSource, providers, sync, shown, config),
    refund,
    erase: new EraseSubscription(new AccountErasers(), dataSource, providers, sync),
  };
}
