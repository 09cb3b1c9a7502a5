import { ERROR_STATUS, failureSchema, LOCALES, type ErrorCode, type Locale } from '@app/contracts';
import { expect } from '@jest/globals';

const HAN = /\p{Script=Han}/u;

/** The answer is this failure, told in the language of the asker, with a time to come back where one makes sense. */
export async function expectRefusal(answer: Response, code: ErrorCode, locale: Locale): Promise<string> {
  const failure = failureSchema.parse(await answer.json());
  expect([answer.status, failure.code]).toEqual([ERROR_STATUS[code], code]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(failure.request_id).toBe(answer.headers.get('x-request-id'));
  expect([failure.message, HAN.test(failure.message)]).toEqual([failure.message, locale === 'zh']);
  if ([429, 503].includes(answer.status)) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return failure.message;
}

/** The same request is refused in each of the languages, in words of its own. */
export async function expectInLanguages(
  code: ErrorCode,
  locales: readonly Locale[],
  send: (locale: Locale) => Promise<Response>,
): Promise<void> {
  const messages = new Set<string>();
  for (const locale of locales) messages.add(await expectRefusal(await send(locale), code, locale));
  expect(messages.size).toBe(locales.length);
}

export const expectInAllLanguages = (code: ErrorCode, send: (locale: Locale) => Promise<Response>): Promise<void> =>
  expectInLanguages(code, LOCALES, send);
