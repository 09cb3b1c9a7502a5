import { expect, test } from '@jest/globals';
import { testConfig } from '../test/support/config.js';
import { useDatabase } from '../test/support/database/database.js';
import { AdminError, parseAdminCommand } from './modules/subscriptions/index.js';
import { row } from './platform/database/rows.js';
import { runAdminCommand } from './run-admin-command.js';

const db = useDatabase();
const ID = '0b9f3a52-6a4e-4f0e-9a54-8f9d0f3f6b11';
const run = (line: string, url: string) =>
  runAdminCommand(parseAdminCommand(line.split(' ')), testConfig({ DATABASE_URL: url }));

test.each([
  'show a@example.test',
  `grant ${ID} 5 --reason late`,
  'delete a@example.test --reason asked --yes',
  `refund ${ID} --reason asked`,
  'replay stripe evt_1',
  'clock 1d',
])('%s says with a next step that the database does not answer', async (line) => {
  await expect(run(line, 'postgres://lumina@127.0.0.1:1/lumina')).rejects.toThrow(
    new AdminError(
      'The database does not answer (ECONNREFUSED), so nothing was done. Is the product running (npm start), or Postgres up (lumina ps)?',
    ),
  );
});

test('a command takes effect where it does', async () => {
  expect(await run('clock 1d --by ann', db.url)).toEqual({ now: expect.anything() });
  expect(await row(db.dataSource, `select actor, action from admin_audit`)).toEqual({ actor: 'ann', action: 'clock' });
});
