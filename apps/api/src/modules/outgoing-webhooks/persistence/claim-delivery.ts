import type { WebhookContent, WebhookFailure } from '@app/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { changed, oneRow, row, rows, type Sql } from '../../../platform/database/rows.js';
import { inTransaction } from '../../../platform/database/transaction.js';

/** Far longer than an attempt takes; a process that dies keeps its place at the endpoint for so long. */
const LEASE_SECONDS = 60;
const MAX_IN_FLIGHT = 2;
/** A tenth of the slots of one process. */
const MAX_IN_FLIGHT_OF_OWNER = 5;

export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  ownerId: string;
  /** From 1: also the fencing number of the attempt. */
  attempt: number;
  eventId: string;
  type: WebhookContent['type'];
  data: object;
  happenedAt: Date;
  url: string;
  secretSealed: Buffer;
  /** Null unless it still signs. */
  previousSecretSealed: Buffer | null;
}

const LOCK_OWNER = `
select pg_advisory_xact_lock(hashtextextended('webhooks:' || user_id, 0)) from webhook_endpoints where id = $1`;
const LOCK_ENDPOINT = `select 1 from webhook_endpoints where id = $1 for no key update`;

/** Whether the endpoint `p`, and its owner, may have one attempt more. Those at deleted endpoints count for the owner. */
const HAS_ROOM = `
(select count(*) from webhook_deliveries f
  where f.endpoint_id = p.id and f.status = 'pending' and f.lease_until > statement_timestamp()) < ${MAX_IN_FLIGHT}
and (select count(*) from webhook_deliveries f join webhook_endpoints o on o.id = f.endpoint_id
      where o.user_id = p.user_id and f.status = 'pending' and f.lease_until > statement_timestamp())
    < ${MAX_IN_FLIGHT_OF_OWNER}`;

// The clock of the statement, not of the transaction, which may have waited for the lock.
const CLAIM_DELIVERY = `
with next as (
  select d.id from webhook_endpoints p join webhook_deliveries d on d.endpoint_id = p.id
   where p.id = $1 and p.deleted_at is null and d.status = 'pending' and d.next_attempt_at <= statement_timestamp()
     and (d.lease_until is null or d.lease_until <= statement_timestamp())
     and ${HAS_ROOM}
   order by d.next_attempt_at, d.id limit 1
)
update webhook_deliveries d
   set attempts = attempts + 1, last_attempt_at = statement_timestamp(),
       lease_until = statement_timestamp() + interval '${LEASE_SECONDS} s'
  from next, webhook_events v, webhook_endpoints p
 where d.id = next.id and v.id = d.event_id and p.id = d.endpoint_id
returning d.id, d.endpoint_id as "endpointId", p.user_id as "ownerId", d.attempts as attempt, v.id as "eventId", v.type,
          v.data, v.created_at as "happenedAt", p.url, p.secret_sealed as "secretSealed",
          case when p.previous_secret_until > statement_timestamp() then p.previous_secret_sealed end
            as "previousSecretSealed"`;

/**
 * Claims the delivery of an endpoint that is due longest. Null when none is, or when as many attempts are under way as an
 * endpoint, or its owner, gets at once. Both are locked first, so that each claim counts those before it.
 */
export const claimDelivery = (dataSource: DataSource, endpointId: string): Promise<ClaimedDelivery | null> =>
  inTransaction(dataSource, async (tx) => {
    await row(tx, LOCK_OWNER, [endpointId]);
    await row(tx, LOCK_ENDPOINT, [endpointId]);
    return row<ClaimedDelivery>(tx, CLAIM_DELIVERY, [endpointId]);
  });

/** Of an owner's endpoints with something due and room for an attempt, the one with the fewest; null when there is none. */
export const findWaitingEndpoint = async (dataSource: DataSource, ownerId: string): Promise<string | null> =>
  (
    await row<{ id: string }>(
      dataSource,
      `select p.id from webhook_endpoints p, lateral (
         select next_attempt_at from webhook_deliveries
          where endpoint_id = p.id and status = 'pending' and next_attempt_at <= now()
            and (lease_until is null or lease_until <= now())
          order by next_attempt_at limit 1) d
        where p.user_id = $1 and p.deleted_at is null and ${HAS_ROOM}
        order by (select count(*) from webhook_deliveries f
                   where f.endpoint_id = p.id and f.status = 'pending' and f.lease_until > now()), d.next_attempt_at
        limit 1`,
      [ownerId],
    )
  )?.id ?? null;

export interface EndpointState {
  enabled: boolean;
  /** Days since the first failure that no success followed. */
  failingDays: number;
}

/** Locks an endpoint until the transaction ends. Null when it was deleted. */
export const lockEndpoint = (tx: EntityManager, endpointId: string): Promise<EndpointState | null> =>
  row<EndpointState>(
    tx,
    `select enabled, coalesce(extract(epoch from now() - failing_since)::float8 / 86400, 0) as "failingDays"
       from webhook_endpoints where id = $1 for no key update`,
    [endpointId],
  );

export interface Outcome {
  /** Null when nobody answered, which is then the failure. */
  httpStatus: number | null;
  failure: WebhookFailure | null;
  status: 'pending' | 'delivered' | 'failed';
  retrySeconds: number | null;
}

/** Ends an attempt. False when it is not the caller's any more: its lease ended, or the delivery is gone. */
export const finishAttempt = async (
  tx: EntityManager,
  { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>,
  { httpStatus, failure, status, retrySeconds }: Outcome,
): Promise<boolean> =>
  (await changed(
    tx,
    `update webhook_deliveries
        set status = $3, last_status = $4, last_failure = $6, lease_until = null, next_attempt_at = now() + make_interval(secs => $5)
      where id = $1 and attempts = $2 and status = 'pending' and lease_until is not null`,
    [id, attempt, status, httpStatus, retrySeconds, failure],
  )) === 1;

/** Gives an attempt back that a process could not end: it is due at once, and does not count. */
export const releaseAttempt = (
  dataSource: DataSource,
  { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>,
): Promise<number> =>
  changed(
    dataSource,
    `update webhook_deliveries set attempts = attempts - 1, lease_until = null
      where id = $1 and attempts = $2 and status = 'pending' and lease_until is not null`,
    [id, attempt],
  );

export const markWorking = (tx: EntityManager, endpointId: string): Promise<number> =>
  changed(tx, `update webhook_endpoints set failing_since = null where id = $1 and failing_since is not null`, [
    endpointId,
  ]);

export const markFailing = (tx: EntityManager, endpointId: string): Promise<number> =>
  changed(tx, `update webhook_endpoints set failing_since = now() where id = $1 and failing_since is null`, [
    endpointId,
  ]);

/** Begins the days anew for all: while nothing is attempted, no success can end them. */
export const forgetFailures = (sql: Sql): Promise<number> =>
  changed(sql, `update webhook_endpoints set failing_since = null where enabled and failing_since is not null`);

export const disableEndpoint = (tx: EntityManager, endpointId: string): Promise<number> =>
  changed(tx, `update webhook_endpoints set enabled = false, disabled_at = now(), mail_due = true where id = $1`, [
    endpointId,
  ]);

/** Ends what waits for a disabled endpoint. Attempts under way end by themselves. */
export const failWaiting = (tx: EntityManager, endpointId: string): Promise<number> =>
  changed(
    tx,
    `update webhook_deliveries set status = 'failed', next_attempt_at = null, lease_until = null
      where endpoint_id = $1 and status = 'pending' and (lease_until is null or lease_until <= now())`,
    [endpointId],
  );

/** Endpoints with room for an attempt and deliveries that have been due for `seconds`, the longest due first. */
export const findOverdueEndpoints = async (sql: Sql, seconds: number, limit: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      sql,
      `select p.id from (
         select endpoint_id, min(next_attempt_at) as due_at from webhook_deliveries
          where status = 'pending' and next_attempt_at <= now() - make_interval(secs => $1)
            and (lease_until is null or lease_until <= now())
          group by endpoint_id) d
         join webhook_endpoints p on p.id = d.endpoint_id
        where p.deleted_at is null and ${HAS_ROOM}
        order by d.due_at limit $2`,
      [seconds, limit],
    )
  ).map(({ id }) => id);

export interface Backlog {
  due: number;
  oldestSeconds: number;
}

/** Deliveries that are due, and for how long the oldest has been. */
export const readBacklog = (sql: Sql): Promise<Backlog> =>
  oneRow(
    sql,
    `select count(*) as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as "oldestSeconds"
       from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
      where p.deleted_at is null and status = 'pending' and next_attempt_at <= now()`,
  );

/** Deletes events with their deliveries that are older than `days`, up to `limit`. Returns how many. */
export const deleteOldEvents = (sql: Sql, days: number, limit: number): Promise<number> =>
  changed(
    sql,
    `delete from webhook_events where id in (
       select id from webhook_events where created_at < now() - make_interval(days => $1) order by created_at limit $2)`,
    [days, limit],
  );
