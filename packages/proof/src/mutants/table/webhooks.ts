import type { Mutant } from '../mutant.js';

/** Guards of outgoing webhooks: their receivers, their number, and that each attempt ends its own. */
export const WEBHOOK_MUTANTS: readonly Mutant[] = [
  {
    name: 'an endpoint gets a third delivery at once',
    guard: 'deliveries in flight at an endpoint',
    edits: [{ in: 'MAX_IN_FLIGHT', replace: '2', by: '3' }],
    test: 'deliver-webhooks.db.spec.ts',
    title: 'no more than two attempts',
  },
  {
    name: 'a person fills the slots of a process',
    guard: 'deliveries in flight of an owner',
    edits: [{ in: 'MAX_IN_FLIGHT_OF_OWNER', replace: '5', by: '50' }],
    test: 'slow-receivers.db.spec.ts',
    title: 'no more than five attempts',
  },
  {
    name: 'an attempt no longer counts for its owner once its endpoint is deleted',
    guard: 'deliveries in flight at deleted endpoints',
    edits: [{ sql: 'eraseDeletedEndpoints', remove: '(d.lease_until is null or d.lease_until <= now())' }],
    test: 'deleted-endpoints.db.spec.ts',
    title: 'is kept until the attempt under way has ended',
  },
  {
    name: 'a receiver that hangs keeps its slot as long as something is due',
    guard: 'turns of receivers',
    edits: [{ in: 'DeliverWebhooks.run', replace: 'goesOn && !stop.aborted', by: '!stop.aborted' }],
    test: 'slow-receivers.db.spec.ts',
    title: 'that meets a receiver which hangs',
  },
  {
    name: 'a late attempt ends the next one',
    guard: 'fencing number of a delivery',
    edits: [{ sql: 'finishAttempt', remove: 'attempts = $2' }],
    test: 'deliver-webhooks.db.spec.ts',
    title: 'whose lease was lost',
  },
  {
    name: 'a webhook is sent to an IPv4-compatible address',
    guard: 'special addresses of IPv6',
    edits: [{ in: 'refuseSpecial', replace: 'special !== undefined', by: 'special === null' }],
    test: 'send-webhook.spec.ts',
    title: 'only one of its addresses is special',
  },
  {
    name: 'a webhook is sent by an agent that checks no address',
    guard: 'addresses that are not public',
    edits: [
      { in: 'SendWebhook.constructor', replace: 'new RequestFilteringHttpAgent(options)', by: 'new http.Agent()' },
    ],
    test: 'send-webhook.spec.ts',
    title: 'that changes its address after the first attempt',
    symptom: 'Received promise resolved|ECONNREFUSED',
  },
  {
    name: 'a disabled endpoint is told of events',
    guard: 'enabled endpoints only',
    edits: [{ sql: 'RECORD_EVENT', remove: 'enabled' }],
    test: 'record-event.db.spec.ts',
    title: 'is written once, with a delivery for each enabled endpoint',
  },
];
