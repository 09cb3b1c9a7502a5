import { describe, expect, test } from '@jest/globals';
import { AdminError, parseAdminCommand, USAGE } from './admin-command.js';

const ID = '0b9f3a52-6a4e-4f0e-9a54-8f9d0f3f6b11';
const parse = (line: string) => parseAdminCommand(line.split(' '));

describe('a command line', () => {
  test.each([
    ['show a@example.test', { name: 'show', person: 'a@example.test' }],
    [`grant ${ID} 12.5 --reason=late`, { name: 'grant', userId: ID, credits: 12.5, days: null, reason: 'late' }],
    [`grant ${ID} 10 --days 30 --reason late`, { credits: 10, days: 30 }],
    ['delete a@example.test --reason asked', { name: 'delete', person: 'a@example.test', isConfirmed: false }],
    [`delete ${ID} --reason asked --yes`, { person: ID, isConfirmed: true }],
    [`refund ${ID} --reason asked --end-plan`, { name: 'refund', paymentId: ID, endsPlan: true, reason: 'asked' }],
    ['replay stripe evt_1', { name: 'replay', provider: 'stripe', eventId: 'evt_1' }],
    ['clock 31d --by ann', { name: 'clock', seconds: 31 * 86_400, by: 'ann' }],
    ['clock 90m', { seconds: 5400 }],
  ])('%s is understood', (line, expected) => {
    expect(parse(line)).toMatchObject(expected);
  });

  test.each([
    `grant ${ID} 10`,
    `grant ${ID} 0 --reason x`,
    `grant ${ID} -5 --reason x`,
    `grant ${ID} 1.25 --reason x`,
    `grant ${ID} many --reason x`,
    `grant ${ID} 10 --days 0 --reason x`,
    `grant me 10 --reason x`,
    `refund ${ID}`,
    `refund ${ID} --amount 1 --reason x`,
    'replay bank evt_1',
    'replay stripe',
    'clock yesterday',
    'clock -1d',
    'show',
    `delete ${ID} --yes`,
    'delete --reason asked --yes',
    'show a b c',
  ])('%s is refused', (line) => {
    expect(() => parse(line)).toThrow(AdminError);
  });

  test('without a known command shows the usage', () => {
    expect(() => parseAdminCommand([])).toThrow(USAGE);
    expect(() => parse('forget everything')).toThrow(USAGE);
  });
});
