import { expect, test } from '@jest/globals';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';
import { retryWhileDatabaseDown } from './retry-while-database-down.js';

const withCode = (code: string, message = code): Error => Object.assign(new Error(message), { code });
const failure = (code: string): Error => new QueryFailedError('update', [], withCode(code));
/** As Node reports it for a name with two addresses: without a message. */
const allRefused = (): Error =>
  Object.assign(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' });

/** A write that fails once, and how often it was tried. */
function failingOnce(error: Error): { write: () => Promise<string>; tries: () => number } {
  let tries = 0;
  const write = async (): Promise<string> => {
    tries += 1;
    if (tries === 1) throw error;
    return Promise.resolve('done');
  };
  return { write, tries: () => tries };
}

test.each([
  ['a lost connection', failure('08006')],
  ['a full disk', failure('53100')],
  ['too many connections', failure('53300')],
  ['a database that shuts down', failure('57P01')],
  ['a database that starts', failure('57P03')],
  ['a connection that is refused', withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432')],
  ['connections that all addresses refuse', allRefused()],
  ['a connection that broke without an answer', withCode('ECONNRESET', 'read ECONNRESET')],
  ['a query whose connection broke', failure('ECONNRESET')],
  ['a write to a broken connection', withCode('EPIPE', 'write EPIPE')],
  ['a host that is not found', withCode('ENOTFOUND', 'getaddrinfo ENOTFOUND postgres')],
  ['a host that does not answer', withCode('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a database that is silent', new Error('Query read timeout')],
  ['a transaction whose connection was lost', new QueryRunnerAlreadyReleasedError()],
])('repeats a write after %s', async (_, error) => {
  const { write, tries } = failingOnce(error);
  await expect(retryWhileDatabaseDown(write, new AbortController().signal, 1)).resolves.toBe('done');
  expect(tries()).toBe(2);
});

test.each(['23505', '23514', '42P01'])('does not repeat a write that is refused with %s', async (code) => {
  const { write, tries } = failingOnce(failure(code));
  await expect(retryWhileDatabaseDown(write, new AbortController().signal, 1)).rejects.toThrow(code);
  expect(tries()).toBe(1);
});

test('does not repeat a write that fails for a fault of ours', async () => {
  const { write, tries } = failingOnce(new TypeError('image is undefined'));
  await expect(retryWhileDatabaseDown(write, new AbortController().signal, 1)).rejects.toThrow(TypeError);
  expect(tries()).toBe(1);
});

test('waits before it tries again, and stops waiting when it is told to stop', async () => {
  const { write, tries } = failingOnce(failure('57P01'));
  const stop = new AbortController();
  const writing = retryWhileDatabaseDown(write, stop.signal, 60_000);
  setTimeout(() => stop.abort(), 20);
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  expect(tries()).toBe(1);
});

test('gives up when it is told to stop', async () => {
  const { write, tries } = failingOnce(failure('57P01'));
  await expect(retryWhileDatabaseDown(write, AbortSignal.abort(), 1)).rejects.toThrow('57P01');
  expect(tries()).toBe(1);
});
