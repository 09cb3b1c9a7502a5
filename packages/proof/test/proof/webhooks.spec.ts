import { useDatabase } from '@app/api/test-support/database';
import { test } from '@jest/globals';
import { expectDeliveries } from '../../src/webhooks/expect-deliveries.js';

const db = useDatabase(20);
const DELIVERIES = 1000;
/** A limit for runs that hang; a busy machine takes several times as long as a quiet one. */
const TIMEOUT_MS = 30 * 60_000;

test(
  `${DELIVERIES} deliveries are made or given up as documented, and no private address is reached`,
  () => expectDeliveries(db, DELIVERIES),
  TIMEOUT_MS,
);
