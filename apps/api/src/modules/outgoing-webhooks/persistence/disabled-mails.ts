import { rows, type Sql } from '../../../platform/database/rows.js';

const MAILS_AT_ONCE = 50;

// Taken before it is sent: a mail that is lost with the process is better than one that comes twice.
const CLAIM_MAILS = `
update webhook_endpoints set mail_due = false
 where id in (select id from webhook_endpoints where mail_due limit ${MAILS_AT_ONCE} for update skip locked)
returning user_id as "userId", url`;

/** Endpoints that were disabled, for a mail. No other call returns the same ones. */
export const claimDisabledMails = (sql: Sql): Promise<{ userId: string; url: string }[]> => rows(sql, CLAIM_MAILS);
