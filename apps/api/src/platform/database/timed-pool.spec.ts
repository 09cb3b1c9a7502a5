import { expect, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { desertedAddress } from '../../../test/support/images/engines.js';
import { TimedPool } from './timed-pool.js';

test('a database that refuses to be connected to is told as that, and not as a time-out', async () => {
  const { host } = new URL(await desertedAddress());
  const queryTimeouts = new EventEmitter();
  const pool = new TimedPool({ connectionString: `postgres://${host}/app`, queryTimeoutMs: 60_000, queryTimeouts });
  await expect(pool.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await pool.end();
});
