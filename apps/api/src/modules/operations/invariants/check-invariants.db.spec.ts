import { afterEach, expect, jest, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { testConfig } from '../../../../test/support/config.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { inTime } from '../../../../test/support/timing/in-time.js';
import { until } from '../../../../test/support/timing/until.js';
import { rows } from '../../../platform/database/rows.js';
import { createLogger } from '../../../platform/observability/logger.js';
import { WorkerModule } from '../../../worker.module.js';
import { CheckInvariants } from './check-invariants.js';
import { INVARIANTS } from './invariant-statements.js';

const SLEEPING = 'select pg_sleep(60)';

const db = useDatabase();
afterEach(() => void jest.restoreAllMocks());

const isSleeping = async (): Promise<boolean> => {
  const active = `select from pg_stat_activity where query like $1 and state = 'active'`;
  return (await rows(db.dataSource, active, [`%(${SLEEPING})%`])).length > 0;
};

test('a worker that stops waits for no invariant that is being checked, and leaves no statement behind', async () => {
  const statements: Record<string, string> = INVARIANTS;
  const [first = ''] = Object.keys(statements);
  jest.replaceProperty(statements, first, SLEEPING);
  const config = testConfig({ DATABASE_URL: db.url });
  const worker = await NestFactory.createApplicationContext(WorkerModule.with(config, createLogger(config)), {
    logger: false,
  });
  const checked = worker.get(CheckInvariants, { strict: false }).run();
  await until(isSleeping);
  const { ms } = await inTime(() => worker.close());
  expect(ms).toBeLessThan(5_000);
  await checked;
  await until(async () => !(await isSleeping()), 10_000);
});
