import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Logger } from 'pino';
import { testConfig } from '../../../test/support/config.js';
import { until } from '../../../test/support/timing/until.js';
import { ConfigError } from '../config/config.js';
import { createLogger } from '../observability/logger.js';
import type * as RunProcess from './run-process.js';

class Bug extends Error {}

/** Ends the wait of so many milliseconds that is under way. */
const waits = new Map<number, () => void>();
let tested: typeof RunProcess;
beforeAll(async () => {
  jest.doMock('node:timers/promises', () => ({
    setTimeout: (ms: number, value: unknown) => new Promise((resolve) => waits.set(ms, () => resolve(value))),
  }));
  tested = await import('./run-process.js');
});

const codes: unknown[] = [];
const kills: unknown[] = [];
const lines: string[] = [];
let closed = 0;

beforeEach(() => {
  for (const list of [codes, kills, lines]) list.length = 0;
  waits.clear();
  closed = 0;
  jest.spyOn(process, 'exit').mockImplementation((code) => {
    codes.push(code);
    return undefined as never;
  });
  jest.spyOn(process, 'kill').mockImplementation((_, signal) => {
    kills.push(signal);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
});

const logTo = (more: object = {}): Logger =>
  createLogger({ logLevel: 'info' }, { write: (line: string) => void lines.push(line), ...more });
const close = (): Promise<void> => {
  closed += 1;
  return Promise.resolve();
};
const run = (start: () => Promise<{ close(): Promise<void> }>, logger = logTo()): Promise<void> =>
  tested.runProcess('api', testConfig, () => logger, start);
const messages = (): unknown[] => lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg);

describe('a process that is asked to stop', () => {
  test.each(['SIGTERM', 'SIGINT'])('by %s closes what runs, writes its log and ends well', async (signal) => {
    await run(async () => ({ close }));
    expect([codes, closed]).toEqual([[], 0]);
    process.emit(signal as 'SIGTERM');
    await until(() => codes.length > 0);
    expect([codes, closed]).toEqual([[0], 1]);
    expect(messages()).toEqual(['ready', 'stopping', 'stopped']);
  });

  test.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
  ] as const)('a second time ends at once: %s, %s', async (first, second) => {
    const never = () => {
      closed += 1;
      return new Promise<void>(() => undefined);
    };
    await run(async () => ({ close: never }));
    process.emit(first);
    expect([codes, closed]).toEqual([[], 1]);
    process.emit(second);
    expect([codes, closed]).toEqual([[1], 1]);
  });

  test('ends as failed when closing fails', async () => {
    await run(async () => ({ close: () => Promise.reject(new Error('stuck')) }));
    process.emit('SIGINT');
    await until(() => codes.length > 0);
    expect(codes).toEqual([1]);
    expect(messages()).toEqual(['ready', 'stopping', 'stopping failed', 'stopped']);
  });

  test('ends as failed when closing takes longer than orchestrators wait', async () => {
    await run(async () => ({ close: () => new Promise(() => undefined) }));
    process.emit('SIGTERM');
    await until(() => waits.size > 0);
    expect(Math.max(...waits.keys())).toBeLessThan(30_000);
    for (const end of waits.values()) end();
    await until(() => codes.length > 0);
    expect(codes).toEqual([1]);
  });

  test('is killed when nobody reads its log any more', async () => {
    await run(async () => ({ close }), logTo({ flush: () => undefined }));
    process.emit('SIGTERM');
    await until(() => waits.has(2_000));
    expect(kills).toEqual([]);
    waits.get(2_000)?.();
    await until(() => kills.length > 0);
    expect([kills, codes]).toEqual([['SIGKILL'], []]);
  });
});

test('a process that cannot start tells why and ends as failed', async () => {
  await run(() => Promise.reject(new Error('the port is taken')));
  expect(codes).toEqual([1]);
  expect(lines.join()).toContain('the port is taken');
  expect(messages()).not.toContain('ready');
});

test('a process tells its parent when it is ready, and not before', async () => {
  const told: unknown[] = [];
  const { send } = process;
  process.send = ((message: unknown) => told.push(message) > 0) as typeof process.send;
  try {
    await run(async () => {
      expect(told).toEqual([]);
      return { close };
    });
  } finally {
    process.send = send;
  }
  expect(told).toEqual([{ type: 'ready' }]);
});

describe('settings', () => {
  test('that cannot be used are told on standard error, and the exit code says that another start changes nothing', () => {
    const told: unknown[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(text) > 0);
    tested.readConfigOrExit(() => {
      throw new ConfigError('PORT: is not set');
    });
    expect([codes, told]).toEqual([[78], ['PORT: is not set\n']]);
  });

  test('that fail for another reason are no fault of the operator', () => {
    const fail = (): never => {
      throw new Bug('not of the settings');
    };
    expect(() => tested.readConfigOrExit(fail)).toThrow(Bug);
    expect(codes).toEqual([]);
  });
});
