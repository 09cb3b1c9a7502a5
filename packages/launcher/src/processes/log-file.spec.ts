import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseError, watchErrors } from './error-watch.js';
import { LogFile } from './log-file.js';
import { formatLog } from './format-log.js';

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'log-'));
  path = join(dir, 'api.log');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a log file', () => {
  it('is rotated beyond five megabytes', () => {
    writeFileSync(path, Buffer.alloc(5 * 1024 * 1024 + 1));
    const log = new LogFile(path);
    expect(log.size()).toBe(0);
    expect(statSync(`${path}.1`).size).toBe(5 * 1024 * 1024 + 1);
  });

  it('is continued below five megabytes', () => {
    writeFileSync(path, 'earlier\n');
    expect(new LogFile(path).size()).toBe(8);
    expect(existsSync(`${path}.1`)).toBe(false);
  });

  it('returns the last lines of this run only', () => {
    writeFileSync(path, 'an earlier run\n');
    const log = new LogFile(path);
    appendFileSync(path, 'one\ntwo\nthree\n');
    expect(log.tail()).toBe('one\ntwo\nthree');
    expect(log.tail(2)).toBe('two\nthree');
  });
});

describe('a line', () => {
  it('is appended', () => {
    const log = new LogFile(path);
    log.append('one');
    log.append('two');
    expect(log.tail()).toBe('one\ntwo');
  });

  it('is lost without an error when the log is gone', () => {
    const log = new LogFile(path);
    rmSync(dir, { recursive: true });
    log.append('one');
    expect(log.tail()).toBe('');
  });
});

describe('errors in a log', () => {
  it.each([
    ['{"level":50,"msg":"broken"}', 'broken'],
    ['{"level":60,"msg":"fatal"}', 'fatal'],
    ['{"level":"error","msg":"broken"}', 'broken'],
    ['{"level":40,"msg":"careful"}', undefined],
    ['{"level":"warn","msg":"careful"}', undefined],
    ['{"level":50}', undefined],
    ['{"level":50,"msg":', undefined],
    ['Error: plain text', undefined],
  ])('%s reads as %s', (line, message) => {
    expect(parseError(line)).toBe(message);
  });

  it('are reported completely, but limited in number', () => {
    jest.useFakeTimers();
    const seen: string[] = [];
    const end = watchErrors(new LogFile(path), (message) => seen.push(message));
    const line = (n: number) => `{"level":50,"msg":"error ${n}"}\n`;
    appendFileSync(path, line(1).slice(0, 10));
    jest.advanceTimersByTime(500);
    expect(seen).toEqual([]);
    appendFileSync(path, line(1).slice(10) + [2, 3, 4, 5, 6].map(line).join(''));
    jest.advanceTimersByTime(500);
    end();
    jest.useRealTimers();
    expect(seen).toEqual(['error 1', 'error 2', 'error 3', `more errors, see ${path}`]);
  });
});

describe('formatLog', () => {
  it('reduces structured lines to message and error, and keeps other lines', () => {
    const lines = [
      '{"level":"info","time":"2026-01-01","msg":"ready"}',
      '{"level":"fatal","msg":"it ends","err":{"type":"Error","message":"no","stack":"Error: no\\n    at here"}}',
      '{"other":1}',
      'plain {text}',
    ];
    expect(formatLog(lines.join('\n'))).toBe('ready\nit ends\nError: no\n    at here\n{"other":1}\nplain {text}');
  });
});
