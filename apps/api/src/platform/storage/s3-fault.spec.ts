import { expect, test } from '@jest/globals';
import { s3Fault } from './s3-fault.js';
import { StorageError } from './storage.port.js';

test('a failure that is told already stays as it is', () => {
  const told = new StorageError('Could not read a.png: no answer in 400 ms');
  expect(s3Fault('read a.png', told)).toBe(told);
});

test.each<[string, object, string]>([
  ['status, name and request', refusal('SlowDown', 503, 'r-1'), '503, SlowDown, request r-1'],
  ['no request that it did not number', refusal('SlowDown', 503), '503, SlowDown'],
  ['the code of a connection that broke', Object.assign(new Error('read'), { code: 'ECONNRESET' }), 'ECONNRESET, read'],
  ['the name where there is no code', new TypeError('no'), 'TypeError, no'],
])('a failure is told by %s, without its cause', (_, error, why) => {
  const fault = s3Fault('read a.png', error);
  expect([fault.message, fault.cause]).toEqual([`Could not read a.png: ${why}`, undefined]);
});

/** What the store answered instead. */
function refusal(name: string, httpStatusCode: number, requestId?: string): object {
  return { name, message: 'secret', $metadata: { httpStatusCode, requestId } };
}
