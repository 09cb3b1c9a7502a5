import { changed, rows, type Sql } from '../../../platform/database/rows.js';

const MAILS_AT_ONCE = 50;

export interface KeyMail {
  id: string;
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
returning id, user_id as "userId", name, created_at as "createdAt",
          exists (select from api_keys p where p.family_id = k.family_id and p.replaced_by = k.id) as "isSuccessor"`;

/** New keys, for a mail. No other call returns the same ones. */
export const claimKeyMails = (sql: Sql): Promise<KeyMail[]> => rows(sql, CLAIM_MAILS);

const RESTORE_MAIL = `update api_keys set mail_due = true where id = $1 and created_at > now() - interval '1 day'`;

/** False if the key is older than a day. */
export const restoreKeyMail = async (sql: Sql, id: string): Promise<boolean> =>
  (await changed(sql, RESTORE_MAIL, [id])) === 1;
