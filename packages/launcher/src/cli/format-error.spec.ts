import { describe, expect, it } from '@jest/globals';
import { PartError } from '../parts/part.js';
import { formatError } from './format-error.js';

const systemError = (code: string, message: string): Error => Object.assign(new Error(`${code}: ${message}`), { code });

describe('an error that ends the start', () => {
  it.each([
    ['ENOSPC', 'no space left on device, write', /^Free some space on the disk/],
    ['EACCES', "permission denied, mkdir '/srv/data'", /^This user may not write there/],
  ])('%s is told with a next step and without a stack', (code, message, step) => {
    const [first, second, ...more] = formatError(systemError(code, message)).split('\n');
    expect([first, more]).toEqual([`${code}: ${message}`, []]);
    expect(second).toMatch(step);
  });

  it('of a part keeps its own next step', () => {
    const error = new PartError('redis', 'did not start', '', 'Install Redis.');
    expect(formatError(error)).toBe('redis did not start\nInstall Redis.');
  });

  it.each([
    'FATAL:  could not write to file "pg_wal/xlogtemp.9": No space left on device',
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
  ])('of a part that found the disk full says to free some, and nothing of a reset: %s', (log) => {
    const told = formatError(new PartError('postgres', 'did not start', log, 'Begin anew: npm start -- --reset'));
    expect(told).toContain(`  | ${log.split('\n')[0]}`);
    expect(told).toMatch(/\nFree some space on the disk/);
    expect(told).not.toContain('--reset');
  });

  it('of the program itself shows where', () => {
    const error = new TypeError('x is undefined');
    expect(formatError(error)).toBe(error.stack);
  });
});
