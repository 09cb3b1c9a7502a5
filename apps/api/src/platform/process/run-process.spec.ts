import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { testConfig } from '../../../test/support/config.js';
import { until } from '../../../test/support/until.js';
import { ConfigError } from '../config/config.js';
import { createLogger } from '../observability/logger.js';
import { readConfigOrExit, runProcess } from './run-process.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
let exits: unknown[];
let lines: string[];
let told: unknown[];
const { send } = process;
beforeEach(() => {
  [exits, lines, told] = [[], [], []];
  process.send = (message: unknown) => told.push(message) > 0;
  // The process of this test must live on.
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code);
    return undefined as never;
  });
  jest.spyOn(process, 'kill').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
  process.send = send;
  for (const signal of SIGNALS) process.removeAllListeners(signal);
});

const run = (start: () => Promise<{ close(): Promise<void> }>): Promise<void> =>
  runProcess(
    'worker',
    () => testConfig({ LOG_LEVEL: 'info' }),
    (config) => createLogger(config, { write: (line) => void lines.push(line) }),
    start,
  );
const ended = (): Promise<void> => until(() => exits.length === 1, 10_000);
const running = (close: () => Promise<void>) => () => Promise.resolve({ close });

describe('a process', () => {
  test.each(SIGNALS)('that is told to stop by %s closes what runs, once, and then ends well', async (signal) => {
    const close = jest.fn(() => Promise.resolve());
    await run(running(close));
    expect(close).not.toHaveBeenCalled();
    process.emit(signal);
    await ended();
    expect([exits, close.mock.calls.length]).toEqual([[0], 1]);
  });

  test('tells the one that started it once it runs, and not before', async () => {
    await run(() => {
      expect(told).toEqual([]);
      return Promise.resolve({ close: () => Promise.resolve() });
    });
    expect(told).toEqual([{ type: 'ready' }]);
  });

  test('that cannot be closed says why, and ends as a failure', async () => {
    await run(running(() => Promise.reject(new Error('stuck'))));
    process.emit('SIGTERM');
    await ended();
    expect(exits).toEqual([1]);
    expect(lines.join('')).toContain('stuck');
  });

  test('that is told twice ends at once, whatever it still closes', async () => {
    await run(running(() => new Promise(() => undefined)));
    process.emit('SIGTERM');
    expect(exits).toEqual([]);
    process.emit('SIGTERM');
    expect(exits).toEqual([1]);
  });

  test('that cannot start says why, and ends as a failure', async () => {
    await run(() => Promise.reject(new Error('no database')));
    expect([exits, told]).toEqual([[1], []]);
    expect(lines.join('')).toContain('no database');
  });
});

describe('settings', () => {
  test('that are right are given', () => {
    const config = testConfig();
    expect(readConfigOrExit(() => config)).toBe(config);
  });

  test('that are wrong are told and end the process for good', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    readConfigOrExit(() => {
      throw new ConfigError('PUBLIC_URL: must be https');
    });
    expect(exits).toEqual([78]);
    expect(write).toHaveBeenCalledWith(expect.stringContaining('PUBLIC_URL: must be https'));
  });

  test('that cannot be read for another reason are a fault of ours', () => {
    const fault = new TypeError('no');
    expect(() =>
      readConfigOrExit(() => {
        throw fault;
      }),
    ).toThrow(fault);
    expect(exits).toEqual([]);
  });
});
