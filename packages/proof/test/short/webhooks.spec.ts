import { useDatabase } from '@app/api/test-support/database';
import { test } from '@jest/globals';
import { expectDeliveries } from '../../src/webhooks/expect-deliveries.js';

const db = useDatabase(20);
const DELIVERIES = 60;
/** A limit for runs that hang. */
const TIMEOUT_MS = 10 * 60_000;

test(
  `${DELIVERIES} deliveries are made or given up as documented, and no private address is reached`,
  () => expectDeliveries(db, DELIVERIES),
  TIMEOUT_MS,
);
