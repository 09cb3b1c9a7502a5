import { expect, test } from '@jest/globals';
import { isLost } from './retry.js';

test.each([
  ['Connection terminated unexpectedly', true],
  ['Query read timeout', true],
  ['canceling statement due to lock timeout', true],
  ['deadlock detected', false],
  ['duplicate key value violates unique constraint "ledger_entries_pkey"', false],
])('%s', (message, lost) => {
  expect(isLost(new Error(message))).toBe(lost);
});
