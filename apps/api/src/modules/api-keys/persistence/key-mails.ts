import { rows, type Sql } from '../../../platform/database/rows.js';

const MAILS_AT_ONCE = 50;

export interface KeyMail {
  userId: string;
  name: string;
  createdAt: Date;
  /** It takes the place of another. */
  isSuccessor: boolean;
}

// Taken before it is sent: a mail that is lost with the process is better than one that comes twice.
const CLAIM_MAILS = `
update api_keys k set mail_due = false
 where id in (select id from api_keys where mail_due limit ${MAILS_AT_ONCE} for update skip locked)
returning user_id as "userId", name, created_at as "createdAt",
          exists (select from api_keys p where p.family_id = k.family_id and p.replaced_by = k.id) as "isSuccessor"`;

/** New keys, for a mail. No other call returns the same ones. */
export const claimKeyMails = (sql: Sql): Promise<KeyMail[]> => rows(sql, CLAIM_MAILS);
