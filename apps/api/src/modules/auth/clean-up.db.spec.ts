import { beforeEach, expect, test } from '@jest/globals';
import { createUser } from '../../../test/support/credits/credits.js';
import { untilBlocked } from '../../../test/support/database/database-locks.js';
import { useDatabase } from '../../../test/support/database/database.js';
import { rows } from '../../platform/database/rows.js';
import { CleanUp } from './application/clean-up.js';

const db = useDatabase();
const TOKENS_PER_SESSION = 3;

let cleanUp: CleanUp;
beforeEach(() => {
  cleanUp = new CleanUp(db.dataSource);
});

/** Ended 8 days ago, each with a chain of tokens. */
async function endedSessions(count: number): Promise<void> {
  const userId = await createUser(db.dataSource);
  await db.dataSource.query(
    `with ended as (
       insert into sessions (user_id, absolute_expiry, revoked_at, revoke_reason)
       select $1, now(), now() - interval '8 days', 'logout' from generate_series(1, $2) returning id)
     insert into refresh_tokens (hash, session_id, parent_hash, expires_at, used_at)
     select sha256((id::text || n)::bytea), id, case when n > 1 then sha256((id::text || (n - 1))::bytea) end, now(), now()
       from ended, generate_series(1, $3) n`,
    [userId, count, TOKENS_PER_SESSION],
  );
}

const left = async () => ({
  sessions: (await rows(db.dataSource, 'select from sessions')).length,
  tokens: (await rows(db.dataSource, 'select from refresh_tokens')).length,
});

test('a run removes many ended sessions with their tokens, and the next one the rest', async () => {
  await endedSessions(1_050);
  await cleanUp.run();
  expect(await left()).toEqual({ sessions: 50, tokens: 50 * TOKENS_PER_SESSION });
  await cleanUp.run();
  expect(await left()).toEqual({ sessions: 0, tokens: 0 });
});

test('a session that cannot be removed keeps its tokens, and those before it are gone', async () => {
  await endedSessions(3);
  await db.dataSource.query(
    `create function refuse() returns trigger language plpgsql as $$
       begin if (select count(*) from sessions) = 2 then raise 'refused'; end if; return old; end $$`,
  );
  await db.dataSource.query('create trigger refuse before delete on sessions for each row execute function refuse()');
  await expect(cleanUp.run()).rejects.toThrow('refused');
  expect(await left()).toEqual({ sessions: 2, tokens: 2 * TOKENS_PER_SESSION });
  await db.dataSource.query('drop trigger refuse on sessions');
  await cleanUp.run();
  expect(await left()).toEqual({ sessions: 0, tokens: 0 });
});

test('the tokens of a session are found by an index, used ones too', async () => {
  const plan = await db.dataSource.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    return rows<{ 'QUERY PLAN': string }>(
      tx,
      `explain select from only refresh_tokens where session_id = '00000000-0000-4000-8000-000000000000' for key share`,
    );
  });
  expect(JSON.stringify(plan)).toContain('refresh_tokens_by_session');
});

test('a shutdown waits for the session that is being removed, and leaves the others to another run', async () => {
  await endedSessions(3);
  let scheduled = Promise.resolve();
  let stopped = Promise.resolve();
  await db.dataSource.transaction(async (tx) => {
    await tx.query('select from sessions for update');
    scheduled = cleanUp.runOnSchedule();
    await untilBlocked(tx);
    stopped = cleanUp.onModuleDestroy();
  });
  await stopped;
  expect(await left()).toEqual({ sessions: 2, tokens: 2 * TOKENS_PER_SESSION });
  await scheduled;
  await new CleanUp(db.dataSource).runOnSchedule();
  expect(await left()).toEqual({ sessions: 0, tokens: 0 });
});
