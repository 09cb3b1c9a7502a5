import type { Plan } from '@app/contracts';
import { row, type Sql } from '../../../platform/database/rows.js';

export interface AllowanceOwnerRow {
  plan: Plan;
  provider: string;
  subject: string;
  month: string;
  monthEnd: Date;
  today: string;
  tomorrow: Date;
  nextMonthEnd: Date;
}

// Month arithmetic on a plain UTC timestamp: timestamptz would follow the session's time zone.
const OWNER = `
select u.plan, i.provider, i.subject, to_char(m.starts, 'YYYY-MM') as month, m.ends as "monthEnd",
       to_char(m.today, 'YYYY-MM-DD') as today, (m.today + interval '1 day') at time zone 'UTC' as tomorrow,
       (m.starts + interval '2 months') at time zone 'UTC' as "nextMonthEnd"
  from users u
  join lateral (select provider, subject from identities where user_id = u.id
                 order by created_at, provider, subject limit 1) i on true
 cross join (select t as starts, (t + interval '1 month') at time zone 'UTC' as ends,
                    date_trunc('day', billing_now() at time zone 'UTC') as today
               from date_trunc('month', billing_now() at time zone 'UTC') t) m
 where u.id = $1 and u.deleted_at is null`;

/** By the identity that the account began with, so that a second one earns nothing. Null for a removed account. */
export const readAllowanceOwner = (sql: Sql, userId: string): Promise<AllowanceOwnerRow | null> =>
  row<AllowanceOwnerRow>(sql, OWNER, [userId]);
