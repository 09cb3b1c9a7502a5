import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseError, watchErrors } from './error-watch.js';
import { LogFile } from './log-file.js';
import { formatLog } from './format-log.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Sets when a file was last written. */
const date = (file: string, time: number): void => utimesSync(file, time / 1000, time / 1000);

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'log-'));
  path = join(dir, 'api.log');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a log file', () => {
  it('is rotated beyond five megabytes while a process writes to it', () => {
    const log = new LogFile(path);
    const output = log.open();
    writeSync(output, Buffer.alloc(5 * 1024 * 1024 + 1, 'x'));
    log.rotate();
    writeSync(output, 'later\n');
    closeSync(output);
    expect(readFileSync(path, 'utf8')).toBe('later\n');
    expect(statSync(`${path}.1`).size).toBe(5 * 1024 * 1024 + 1);
    expect(log.tail()).toBe('later');
  });

  it('is continued below five megabytes', () => {
    writeFileSync(path, 'earlier\n');
    const log = new LogFile(path);
    log.rotate();
    expect([log.size(), existsSync(`${path}.1`)]).toEqual([8, false]);
  });

  it('is rotated each day, whatever its size', () => {
    const log = new LogFile(path);
    log.append('today');
    log.rotate(Date.now() + DAY_MS / 2);
    expect(existsSync(`${path}.1`)).toBe(false);
    log.rotate(Date.now() + DAY_MS + 1);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('today\n');
  });

  it('keeps no line for longer than 30 days', () => {
    // The lines of a file are of one day.
    [1, 28.9, 29.1, 200].forEach((days, n) => {
      writeFileSync(`${path}.${n + 1}`, `${days} days ago`);
      date(`${path}.${n + 1}`, Date.now() - days * DAY_MS);
    });
    new LogFile(path).rotate();
    expect(readdirSync(dir).sort()).toEqual(['api.log.1', 'api.log.2']);
  });

  it('keeps up to thirty rotated files', () => {
    const log = new LogFile(path);
    for (let n = 1; n <= 33; n += 1) {
      log.append(String(n).padStart(5 * 1024 * 1024));
      log.rotate();
    }
    const ends = [1, 2, 30].map((n) => Number(readFileSync(`${path}.${n}`, 'utf8').trim()));
    expect([ends, existsSync(`${path}.31`)]).toEqual([[33, 32, 4], false]);
  });

  describe('that cannot be copied, for a full disk', () => {
    const day = Date.now() - 2 * DAY_MS;
    const contents = () =>
      readdirSync(dir, { withFileTypes: true }).flatMap((file) =>
        file.isFile() ? [[file.name, readFileSync(join(dir, file.name), 'utf8')]] : [],
      );

    beforeEach(() => {
      writeFileSync(path, 'two days ago\n');
      for (const n of [1, 2, 29, 30]) writeFileSync(`${path}.${n}`, `old ${n}`);
      for (const file of readdirSync(dir)) date(join(dir, file), day);
      // No file can be made under this name, as on a full disk.
      mkdirSync(`${path}.new`);
    });

    it('stays as it is, with all that was put aside, and is rotated once there is room', () => {
      const log = new LogFile(path);
      const before = contents();
      for (let tries = 0; tries < 40; tries += 1) log.rotate();
      expect(contents()).toEqual(before);
      rmdirSync(`${path}.new`);
      log.rotate();
      expect(Object.fromEntries(contents())).toEqual({
        'api.log': '',
        'api.log.1': 'two days ago\n',
        'api.log.2': 'old 1',
        'api.log.3': 'old 2',
        'api.log.30': 'old 29',
      });
    });

    it('holds up no removal of old lines', () => {
      date(`${path}.30`, Date.now() - 29.1 * DAY_MS);
      new LogFile(path).rotate();
      expect(existsSync(`${path}.30`)).toBe(false);
    });
  });

  it('keeps no copy that a killed run left unfinished for longer than 30 days', () => {
    writeFileSync(`${path}.new`, 'half');
    new LogFile(path).rotate();
    expect(existsSync(`${path}.new`)).toBe(true);
    date(`${path}.new`, Date.now() - 29.1 * DAY_MS);
    new LogFile(path).rotate();
    expect(existsSync(`${path}.new`)).toBe(false);
  });

  it('of a run on another day is rotated at the start', () => {
    writeFileSync(path, 'an earlier day\n');
    date(path, Date.now() - 2 * DAY_MS);
    new LogFile(path).rotate();
    expect([readFileSync(path, 'utf8'), readFileSync(`${path}.1`, 'utf8')]).toEqual(['', 'an earlier day\n']);
  });

  it('of a run more than 30 days ago is removed at the start', () => {
    writeFileSync(path, 'long ago\n');
    date(path, Date.now() - 40 * DAY_MS);
    new LogFile(path).rotate();
    expect([readdirSync(dir), readFileSync(path, 'utf8')]).toEqual([['api.log'], '']);
  });

  it('is rotated each day too if each run is shorter', () => {
    const now = Date.now();
    writeFileSync(`${path}.1`, 'before\n');
    date(`${path}.1`, now - 2 * DAY_MS);
    writeFileSync(path, 'two days ago\nan hour ago\n');
    date(path, now - HOUR_MS);
    new LogFile(path).rotate(now);
    expect([1, 2].map((n) => readFileSync(`${path}.${n}`, 'utf8'))).toEqual([
      'two days ago\nan hour ago\n',
      'before\n',
    ]);
  });

  it('that is the first one is rotated each day too if each run is shorter', () => {
    writeFileSync(path, 'today\nin two days\n');
    jest.useFakeTimers({ now: Date.now() + 2 * DAY_MS });
    date(path, Date.now() - HOUR_MS);
    new LogFile(path).rotate();
    jest.useRealTimers();
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('today\nin two days\n');
  });

  it('is rotated once a day, however often it is opened', () => {
    const now = Date.now();
    writeFileSync(path, 'one\n');
    new LogFile(path).rotate(now + DAY_MS);
    writeFileSync(path, 'two\n');
    for (const hours of [1, 10, 22]) new LogFile(path).rotate(now + hours * HOUR_MS);
    expect(readdirSync(dir).sort()).toEqual(['api.log', 'api.log.1']);
  });

  it.each([0, 10, 20, 28])('keeps no line for longer than 30 days, of which the product stood still for %s', (days) => {
    const begun = Date.now() - (days + 1) * DAY_MS;
    writeFileSync(`${path}.1`, 'before\n');
    date(`${path}.1`, begun);
    writeFileSync(path, 'a line\n');
    date(path, begun + 23 * HOUR_MS);
    const isKept = () => readdirSync(dir).some((file) => readFileSync(join(dir, file), 'utf8') === 'a line\n');
    const log = new LogFile(path);
    for (let hours = 24 * (days + 1); hours < 30 * 24; hours += 1) {
      log.rotate(begun + hours * HOUR_MS);
      if (hours < 29 * 24) expect(isKept()).toBe(true);
    }
    log.rotate(begun + 30 * DAY_MS);
    expect(isKept()).toBe(false);
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

  it('are reported after a rotation too', () => {
    jest.useFakeTimers();
    const seen: string[] = [];
    const log = new LogFile(path);
    const end = watchErrors(log, (message) => seen.push(message));
    appendFileSync(path, '{"level":50,"msg":"before"}\n'.padStart(1_000));
    jest.advanceTimersByTime(500);
    log.rotate(Date.now() + DAY_MS + 1);
    appendFileSync(path, '{"level":50,"msg":"after"}\n');
    jest.advanceTimersByTime(500);
    end();
    jest.useRealTimers();
    expect(seen.at(-1)).toBe('after');
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
