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
    [`refund ${ID} --reason asked`, { endsPlan: false }],
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

  test.each([
    ['show a b c', 'Too many words: c'],
    [`grant ${ID} 10`, '--reason is missing'],
    [`refund me --reason x`, '"me" is no id'],
    [`grant ${ID} 1.25 --reason x`, '"1.25" is no number of credits: more than 0, with one decimal at most'],
    [`grant ${ID} 10 --days 0 --reason x`, '"0" is no number of days'],
    ['replay bank evt_1', '"bank" is no payment provider'],
    ['replay stripe', 'Give the id of an event'],
    ['clock yesterday', '"yesterday" is no time, as 90m, 36h or 31d'],
    ['show', 'Give a user id or an e-mail'],
  ])('%s is refused with "%s"', (line, message) => {
    expect(() => parse(line)).toThrow(new AdminError(message));
  });

  test('a reason of blanks is none, and one between blanks is kept without them', () => {
    const grant = (reason: string) => parseAdminCommand(['grant', ID, '10', '--reason', reason]);
    expect(() => grant('  ')).toThrow('--reason is missing');
    expect(grant(' late ')).toMatchObject({ reason: 'late' });
  });

  test('an option that does not exist is named above the usage', () => {
    expect(() => parse(`refund ${ID} --amount 1 --reason x`)).toThrow(/'--amount'[\s\S]*\n\nUsage:\n/);
  });

  test('without a known command shows the usage, which has a line for each command', () => {
    for (const name of ['show', 'grant', 'delete', 'refund', 'replay', 'clock'])
      expect(USAGE).toMatch(new RegExp(`^  ${name} <`, 'm'));
    expect(() => parseAdminCommand([])).toThrow(USAGE);
    expect(() => parse('forget everything')).toThrow(USAGE);
  });
});
