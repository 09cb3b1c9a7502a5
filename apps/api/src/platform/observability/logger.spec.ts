import { expect, test } from '@jest/globals';
import { createLogger } from './logger.js';

/** What is written of one line with these fields. */
function written(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) }).info(fields, 'x');
  return JSON.parse(lines.join('')) as Record<string, unknown>;
}

test.each(['body', 'headers', 'data'])('secrets and what people wrote are left out of a %s', (part) => {
  const names = ['authorization', 'cookie', 'password', 'token', 'access_token', 'refresh_token', 'code', 'state'];
  const personal = ['prompt', 'negative_prompt', 'email'];
  const fields = Object.fromEntries([...names, ...personal].map((name) => [name, 'canary']));
  expect(written({ [part]: { ...fields, method: 'GET' } })[part]).toEqual({ method: 'GET' });
});

test('of an error that is none, what was given is told', () => {
  expect(written({ err: 'odd' })).toMatchObject({ level: 'info', msg: 'x', err: 'odd' });
});

test('an error has its own code, and none of a cause that it has not', () => {
  const { err } = written({ err: Object.assign(new TypeError('away'), { code: 'ECONNREFUSED', address: 'canary' }) });
  expect(err).toEqual({
    type: 'TypeError',
    message: 'away',
    stack: expect.stringContaining('TypeError: away'),
    code: 'ECONNREFUSED',
  });
});
