import { failureSchema } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { RemoveAccount } from '../../src/modules/users/application/remove-account.js';
import { expectInvariants } from '../support/credits/invariants.js';
import { drawn } from '../support/timing/drawn.js';
import { ask } from './ask.js';
import { probed } from './index.js';
import { Meanwhile } from './meanwhile.js';
import { provokeCodes } from './provoke-codes.js';
import { useStage } from './stage.js';

const meanwhile = new Meanwhile();
const stage = useStage({ onCreated: (app) => app.useGlobalInterceptors(meanwhile) });

provokeCodes(
  stage,
  meanwhile,
  probed.filter(({ name }) => name.startsWith('subscriptions.')),
);

const forPeople = probed.filter(({ route }) => route.access !== 'public');

test.each(drawn(forPeople, 3).map((call) => [call.name, call] as const))(
  '%s of somebody whose account is removed while it is on its way answers as declared',
  async (_, { route, success }) => {
    const asked = await success(stage);
    const remove = () => stage.api.app.get(RemoveAccount, { strict: false }).run(asked.by?.userId ?? '');
    const answer = await meanwhile.during(remove, () => ask(stage.api, route, asked));
    const isRefused = answer.status >= 400 && answer.status !== route.status;
    const code = isRefused ? failureSchema.parse(await answer.json()).code : null;
    if (!isRefused) await answer.body?.cancel();
    // Either it was in time, or it finds nobody, or nothing of what it names.
    expect([
      null,
      'UNAUTHENTICATED',
      'INSUFFICIENT_CREDITS',
      'NOT_FOUND',
      'NOT_SUBSCRIBED',
      'RESTORE_WINDOW_CLOSED',
    ]).toContain(code);
  },
);

test('a sign-in to an account that is removed at this moment must be begun anew', async () => {
  const email = 'leaving@example.test';
  await stage.sandbox.control('google/accounts', { name: 'Noor', email, emailVerified: false });
  const { returned, cookie } = await stage.returning('google', email);
  await stage.sql(`
    create function leave() returns trigger language plpgsql as $$
    begin update users set deleted_at = now() where id = new.user_id; return new; end $$`);
  await stage.sql(`create trigger leave after insert on sessions for each row execute function leave()`);
  try {
    const path = '/auth/google/callback';
    const answer = await stage.api.post(path, { body: returned, headers: cookie });
    expect([answer.status, answer.body.code]).toEqual([400, 'OAUTH_STATE_INVALID']);
  } finally {
    await stage.sql(`drop trigger leave on sessions`);
  }
});

test('after removals too, credits are right', () => expectInvariants(stage.api.dataSource));
