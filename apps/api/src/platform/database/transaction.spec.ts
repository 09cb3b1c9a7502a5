import { expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isContention, sqlState } from './transaction.js';

const failure = (code: unknown): Error => Object.assign(new Error('failed'), { code });

test.each<[string, unknown, string | undefined]>([
  ['the driver, inside of an error of TypeORM', new QueryFailedError('select', [], failure('40001')), '40001'],
  ['an error by itself', failure('57P01'), '57P01'],
  ['nobody, for a number that is no state', failure(20), undefined],
  ['nobody, for an error without a code', new Error('failed'), undefined],
])('the SQL state is told by %s', (_, error, state) => {
  expect(sqlState(error)).toBe(state);
});

test.each([
  ['40001', true],
  ['40P01', true],
  ['23505', false],
  [undefined, false],
])('SQL state %s is contention: %s', (state, expected) => {
  expect(isContention(failure(state))).toBe(expected);
});
