import { changed, rows, type Sql } from '../../../platform/database/rows.js';

const MAILS_AT_ONCE = 50;

export interface DisabledMail {
  id: string;
  userId: string;
  url: string;
}

// Taken before it is sent: a mail that is lost with the process is better than one that comes twice.
const CLAIM_MAILS = `
update webhook_endpoints set mail_due = false
 where id in (select id from webhook_endpoints where mail_due limit ${MAILS_AT_ONCE} for update skip locked)
returning id, user_id as "userId", url`;

/** Endpoints that were disabled, for a mail. No other call returns the same ones. */
export const claimDisabledMails = (sql: Sql): Promise<DisabledMail[]> => rows(sql, CLAIM_MAILS);

const RESTORE_MAIL = `
update webhook_endpoints set mail_due = true where id = $1 and disabled_at > now() - interval '1 day'`;

/** False if the endpoint was disabled more than a day ago, or is enabled again. */
export const restoreDisabledMail = async (sql: Sql, id: string): Promise<boolean> =>
  (await changed(sql, RESTORE_MAIL, [id])) === 1;
