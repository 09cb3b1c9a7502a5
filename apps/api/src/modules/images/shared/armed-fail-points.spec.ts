import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../../../platform/config/config.js';
import { testConfig } from '../../../../test/support/config.js';
import { ArmedFailPoints, createFailPoints } from './armed-fail-points.js';
import { noFailPoints } from './fail-points.js';

let dir: string;
const signals = jest.spyOn(process, 'kill').mockImplementation(() => true);
beforeEach(async () => {
  signals.mockClear();
  dir = await mkdtemp(join(tmpdir(), 'fail-points-'));
});
afterEach(() => rm(dir, { recursive: true }));

test.each([
  ['kill', 'SIGKILL'],
  ['pause', 'SIGSTOP'],
])('%s sends %s to the process that comes first, once', async (action, signal) => {
  const [one, other] = [new ArmedFailPoints(dir), new ArmedFailPoints(dir)];
  await writeFile(join(dir, 'stored'), action);
  await Promise.all([one.reach('painted'), other.reach('painted')]);
  expect(signals).not.toHaveBeenCalled();
  await Promise.all([one.reach('stored'), other.reach('stored')]);
  await one.reach('stored');
  expect(signals.mock.calls).toEqual([[process.pid, signal]]);
  expect(await readdir(dir)).toEqual([`stored.${process.pid}`]);
});

test('a fault that nobody knows is not passed over', async () => {
  await writeFile(join(dir, 'stored'), 'faint');
  await expect(new ArmedFailPoints(dir).reach('stored')).rejects.toThrow('faint');
});

describe('a process', () => {
  test('has none by itself', () => {
    expect(createFailPoints(testConfig())).toBe(noFailPoints);
  });

  test('has those of the folder that a test run names', () => {
    expect(createFailPoints(testConfig({ FAIL_POINTS_DIR: dir }))).toBeInstanceOf(ArmedFailPoints);
  });

  test.each(['production', 'local'])('refuses them in the mode %s', (mode) => {
    const load = () => testConfig({ APP_MODE: mode, FAIL_POINTS_DIR: dir, PUBLIC_URL: 'https://pictures.example.com' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow('FAIL_POINTS_DIR');
  });
});
