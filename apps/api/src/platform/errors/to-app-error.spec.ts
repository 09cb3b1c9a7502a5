import { expect, test } from '@jest/globals';
import { ERROR_CODES, LOCALES } from '@app/contracts';
import { BadRequestException, InternalServerErrorException, NotFoundException } from '@nestjs/common';
import {
  EntityMetadataNotFoundError,
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { StorageError } from '../storage/storage.port.js';
import { AppError } from './app-error.js';
import { ERROR_MESSAGES } from './messages.js';
import { toAppError } from './to-app-error.js';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const query = (code: string) => new QueryFailedError('select $1', ['a prompt'], withCode(code));

test('a failure of ours stays as it is', () => {
  const error = new AppError('PLAN_LIMIT');
  expect(toAppError(error)).toBe(error);
});

test.each([
  query('08006'),
  query('57P01'),
  query('57P03'),
  query('53300'),
  query('53100'),
  query('55P03'),
  query('57014'),
  query('25006'),
  query('40P01'),
  withCode('ECONNREFUSED'),
  withCode('ECONNRESET'),
  new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
  new AggregateError([withCode('EADDRNOTAVAIL'), withCode('ECONNREFUSED')]),
  new QueryFailedError('select 1', [], new AggregateError([withCode('ECONNREFUSED')])),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  new Error('Driver not Connected'),
  new Error("Stream isn't writeable and enableOfflineQueue options is false"),
  new Error('Command timed out'),
  new Error('Connection is closed.'),
  new StorageError('Could not read an image'),
  new EntityMetadataNotFoundError('User'),
  new QueryRunnerAlreadyReleasedError(),
  new QueryRunnerProviderAlreadyReleasedError(),
])('something we stand on that does not answer is 503 with a time to wait: %s', (error) => {
  const answer = toAppError(error);
  expect(answer).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  expect(answer.retryAfter).toBeGreaterThan(0);
});

test.each([
  query('23505'),
  query('42601'),
  new TypeError('x is undefined'),
  'a string',
  null,
  undefined,
  {},
  { statusCode: 404 },
  new InternalServerErrorException(),
])('everything unforeseen is 500 and no more: %s', (error) =>
  expect(toAppError(error)).toMatchObject({ code: 'INTERNAL_ERROR', details: undefined }),
);

test.each([
  [new NotFoundException(), 'NOT_FOUND'],
  [new BadRequestException(), 'MALFORMED_BODY'],
  [Object.assign(withCode('FST_ERR_CTP_BODY_TOO_LARGE'), { statusCode: 413 }), 'BODY_TOO_LARGE'],
  [Object.assign(withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE'), { statusCode: 415 }), 'UNSUPPORTED_MEDIA_TYPE'],
  [Object.assign(withCode('FST_ERR_CTP_INVALID_JSON_BODY'), { statusCode: 400 }), 'MALFORMED_BODY'],
  [Object.assign(withCode('FST_ERR_MAX_PARAM_LENGTH'), { statusCode: 414 }), 'NOT_FOUND'],
  [Object.assign(withCode('FST_ERR_BAD_URL'), { statusCode: 400 }), 'NOT_FOUND'],
])('%s becomes %s', (error, code) => {
  expect(toAppError(error).code).toBe(code);
});

test('every code has a text in each language, and the Chinese ones are Chinese', () => {
  for (const code of ERROR_CODES) {
    for (const locale of LOCALES) expect(ERROR_MESSAGES[code][locale].length).toBeGreaterThan(3);
    expect(ERROR_MESSAGES[code].zh).toMatch(/\p{Script=Han}/u);
    expect(ERROR_MESSAGES[code].en).not.toMatch(/\p{Script=Han}/u);
  }
});
