import { Accounts0001 } from './0001-accounts.js';
import { Credits0002 } from './0002-credits.js';
import { Images0003 } from './0003-pictures.js';
import { EngineHealth0004 } from './0004-engine-health.js';
import { StoredFiles0005 } from './0005-stored-files.js';
import { Removals0006 } from './0006-removals.js';
import { People0007 } from './0007-people.js';
import { SharingAndExports0008 } from './0008-sharing-and-exports.js';
import { PlacesInLine0009 } from './0009-places-in-line.js';
import { Lists0010 } from './0010-lists.js';
import { Erasing0011 } from './0011-erasing.js';
import { FavoriteNumbers0012 } from './0012-favorite-numbers.js';
import { Leases0013 } from './0013-leases.js';
import { SignInProviders0014 } from './0014-sign-in-providers.js';
import { GalleryCounters0015 } from './0015-gallery-counters.js';
import { SqlFunctions0016 } from './0016-sql-functions.js';
import { Mails0017 } from './0017-mails.js';
import { TicketsAndFaults0018 } from './0018-tickets-and-faults.js';
import { RemovedImages0019 } from './0019-removed-images.js';
import { Billing0020 } from './0020-billing.js';
import { BillingRetries0022 } from './0022-billing-retries.js';
import { Batches0023 } from './0023-batches.js';
import { ApiKeys0024 } from './0024-api-keys.js';
import { OutgoingWebhooks0025 } from './0025-outgoing-webhooks.js';
import { NextAmount0026 } from './0026-next-amount.js';
import { InvariantChecks0027 } from './0027-invariant-checks.js';
import { WebhookFailures0028 } from './0028-webhook-failures.js';
import { Lineage0029 } from './0029-lineage.js';
import { BillingDetails0030 } from './0030-billing-details.js';
import { FinishedEvents0031 } from './0031-finished-events.js';
import { GrantOrigins0032 } from './0032-grant-origins.js';
import { KeyPauses0033 } from './0033-key-pauses.js';
import { WebhookSecrets0034 } from './0034-webhook-secrets.js';
import { FailedRefundMails0035 } from './0035-failed-refund-mails.js';
import { UnearnedPayments0036 } from './0036-unearned-payments.js';
import { ToldExpiries0037 } from './0037-told-expiries.js';
import { KeySessions0038 } from './0038-key-sessions.js';
import { ExportParts0039 } from './0039-export-parts.js';
import { RejectedImages0040 } from './0040-rejected-images.js';
import { DeletedBatches0041 } from './0041-deleted-batches.js';
import { SessionTokens0042 } from './0042-session-tokens.js';
import { DeletedPrompts0043 } from './0043-deleted-prompts.js';
import { ReplacedCustomers0044 } from './0044-replaced-customers.js';
import { InterruptedChanges0045 } from './0045-interrupted-changes.js';
import { DeletedWebhookEndpoints0046 } from './0046-deleted-webhook-endpoints.js';
import { QuarantinedWebhooks0047 } from './0047-quarantined-webhooks.js';
import { RequestedRefunds0048 } from './0048-requested-refunds.js';

/** In order. Never edit a released migration: add the next one. */
export const MIGRATIONS = [
  Accounts0001,
  Credits0002,
  Images0003,
  EngineHealth0004,
  StoredFiles0005,
  Removals0006,
  People0007,
  SharingAndExports0008,
  PlacesInLine0009,
  Lists0010,
  Erasing0011,
  FavoriteNumbers0012,
  Leases0013,
  SignInProviders0014,
  GalleryCounters0015,
  SqlFunctions0016,
  Mails0017,
  TicketsAndFaults0018,
  RemovedImages0019,
  Billing0020,
  BillingRetries0022,
  Batches0023,
  ApiKeys0024,
  OutgoingWebhooks0025,
  NextAmount0026,
  InvariantChecks0027,
  WebhookFailures0028,
  Lineage0029,
  BillingDetails0030,
  FinishedEvents0031,
  GrantOrigins0032,
  KeyPauses0033,
  WebhookSecrets0034,
  FailedRefundMails0035,
  UnearnedPayments0036,
  ToldExpiries0037,
  KeySessions0038,
  ExportParts0039,
  RejectedImages0040,
  DeletedBatches0041,
  SessionTokens0042,
  DeletedPrompts0043,
  ReplacedCustomers0044,
  InterruptedChanges0045,
  DeletedWebhookEndpoints0046,
  QuarantinedWebhooks0047,
  RequestedRefunds0048,
];
