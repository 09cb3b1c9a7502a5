import { beforeEach, expect, test } from '@jest/globals';
import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

let lines: Record<string, unknown>[];
let nest: NestLogger;
beforeEach(() => {
  lines = [];
  nest = new NestLogger(
    createLogger(
      { logLevel: 'trace' },
      { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    ),
  );
});

test('a line has its level, its context and its text', () => {
  nest.log('hello', 'Sweeper');
  nest.warn('careful', 'Sweeper');
  nest.debug('look', 'Sweeper');
  nest.verbose('more', 'Sweeper');
  nest.fatal('the end', 'Sweeper');
  expect(lines.map(({ level, context, msg }) => [level, context, msg])).toEqual([
    ['info', 'Sweeper', 'hello'],
    ['warn', 'Sweeper', 'careful'],
    ['debug', 'Sweeper', 'look'],
    ['trace', 'Sweeper', 'more'],
    ['fatal', 'Sweeper', 'the end'],
  ]);
});

test('a line has nothing that it was not given', () => {
  nest.log('hello', 'Sweeper');
  nest.log('hello');
  const bare = { level: 'info', time: expect.any(String), msg: 'hello' };
  expect(lines).toEqual([{ ...bare, context: 'Sweeper' }, bare]);
});

test('what the framework tells at each start is for those who look for it, its warnings are for all', () => {
  nest.log('mapped', 'RouterExplorer');
  nest.warn('deprecated', 'RouterExplorer');
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'warn']);
});

test('an error is told with its stack, whether it is the message or comes behind it', () => {
  nest.error('broken', new TypeError('no'), 'Sweeper');
  nest.error(new TypeError('no'), 'Sweeper');
  nest.error('broken', new TypeError('no'));
  nest.error('broken', 'at somewhere', 'Sweeper');
  const err = expect.objectContaining({ type: 'TypeError', message: 'no' });
  expect(lines).toMatchObject([
    { msg: 'broken', err },
    { msg: 'no', err },
    { msg: 'broken', err },
    { msg: 'broken', stack: 'at somewhere' },
  ]);
  expect(lines[2]).not.toHaveProperty('context');
  expect(lines[3]).not.toHaveProperty('err');
});
