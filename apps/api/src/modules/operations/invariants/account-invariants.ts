/** What must hold at every commit of sessions, files and shares: each statement returns the rows that break it. */
export const ACCOUNT_INVARIANTS = {
  'D21 a session has one unused refresh token, and its tokens are a line': `
    select session_id from refresh_tokens group by session_id
    having count(*) filter (where used_at is null) > 1 or count(*) - count(distinct parent_hash) > 1`,
  'D22 the file of an image that is shown is not to be deleted': `
    select i.id, i.object_key from images i join object_deletions d on d.object_key = i.object_key
     where i.deleted_at is null`,
  'D23 nothing of a removed account lives': `
    select s.id, s.user_id from sessions s join account_removals r on r.user_id = s.user_id
     where s.revoked_at is null and r.finished_at is not null
    union all
    select i.id, i.user_id from images i join users u on u.id = i.user_id
     where u.deleted_at < now() - interval '24 hours' and i.deleted_at is null`,
  'D24 a share is of an image of its owner, for seven days at most': `
    select s.id, s.expires_at from shares s join images i on i.id = s.image_id
     where s.user_id <> i.user_id or (s.revoked_at is null and s.expires_at > now() + interval '7 days 1 minute')`,
  'D28 a generation is tried three times at most, and is delivered by one attempt': `
    select id, attempt::bigint as attempts from generations where attempt > 3
    union all
    select i.id, count(*) from images i join ledger_entries l on l.image_id = i.id and l.kind = 'settle'
     group by i.id having count(*) > 1`,
} as const;
