import { expect, test } from '@jest/globals';
import { runSkipOrFail } from './nginx.js';

const WHY = 'nginx could not be fetched';

test('cases that need an nginx run where there is one', () => {
  expect([runSkipOrFail('', 'linux'), runSkipOrFail('', 'darwin')]).toEqual(['run', 'run']);
});

test('without an nginx they fail on Linux, and are skipped on macOS', () => {
  expect([runSkipOrFail(WHY, 'linux'), runSkipOrFail(WHY, 'darwin')]).toEqual(['fail', 'skip']);
});
