import { expect, test } from '@jest/globals';
import { loggedStatements } from './statement-log.js';

const AT = '2026-01-31 23:59:59.123 UTC [4711]';

test('statements are read with their names, their lines and their parameters', () => {
  const lines = [
    `${AT} LOG:  checkpoint starting: time`,
    `${AT} LOG:  statement: START TRANSACTION`,
    `${AT} LOG:  execute living_session: select s.user_id`,
    '\t  from sessions s',
    `${AT} DETAIL:  Parameters: $1 = 'it''s', $2 = NULL, $3 = '{1,2}'`,
    `${AT} LOG:  execute <unnamed>: select 1`,
    `${AT} LOG:  statement: COMMIT`,
  ];
  expect(loggedStatements(lines)).toEqual([
    { name: null, text: 'START TRANSACTION', params: [] },
    { name: 'living_session', text: 'select s.user_id\n  from sessions s', params: ["it's", null, '{1,2}'] },
    { name: null, text: 'select 1', params: [] },
    { name: null, text: 'COMMIT', params: [] },
  ]);
});
