import { RENEWAL_GAP_HOURS, type PreferenceLanguage, type Timezone } from '@app/contracts';
import { changed, rows, type Sql } from '../../../platform/database/rows.js';
import { reportedExpiry } from './grants.js';

export interface ExpiryNotice {
  userId: string;
  email: string;
  language: PreferenceLanguage;
  timezone: Timezone;
  withOffer: boolean;
  units: number;
  expiresAt: Date;
}

// Not for credits of the last day: a new user knows of them. The wider bound is that of the index.
const CLAIM = `
with due as (
  select g.user_id, told.at as expires_at, sum(g.remaining) as units
    from credit_grants g join users u on u.id = g.user_id cross join lateral (select ${reportedExpiry('g')} as at) told
   where g.closed_at is null and g.remaining > 0 and g.created_at < now() - interval '1 day'
     and g.expires_at > now() and g.expires_at <= now() + interval '3 days ${RENEWAL_GAP_HOURS} hours'
     and told.at > now() + interval '1 hour' and told.at <= now() + interval '3 days'
     and u.deleted_at is null and u.email is not null and u.email_verified and u.email_notifications
     and not exists (select from expiry_mails m where m.user_id = g.user_id and m.expires_at = told.at)
   group by 1, 2 order by 2, 1 limit $1
), claimed as (
  insert into expiry_mails (user_id, expires_at) select user_id, expires_at from due
  on conflict do nothing returning user_id, expires_at
)
select u.id as "userId", u.email, u.language, u.timezone, u.marketing_emails and u.plan = 'free' as "withOffer",
       d.units, d.expires_at as "expiresAt"
  from claimed c join due d using (user_id, expires_at) join users u on u.id = c.user_id
 order by d.expires_at, u.id`;

/** No other call returns the same credits. */
export const claimExpiryNotices = (sql: Sql, limit: number): Promise<ExpiryNotice[]> => rows(sql, CLAIM, [limit]);

// A Date has milliseconds, the column microseconds.
const RESTORE = `
delete from expiry_mails
 where user_id = $1 and date_trunc('milliseconds', expires_at) = $2 and expires_at > now() + interval '1 hour'`;

/** False if the credits expire within the hour. */
export const restoreExpiryNotice = async (
  sql: Sql,
  { userId, expiresAt }: Pick<ExpiryNotice, 'userId' | 'expiresAt'>,
): Promise<boolean> => (await changed(sql, RESTORE, [userId, expiresAt])) === 1;
