import { GENERATION_ERROR_CODES, LOCALES } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { failureText } from './failure-texts.js';

const MONEY = { en: /credits|charged/, zh: /积分/ };

test.each(GENERATION_ERROR_CODES.flatMap((code) => LOCALES.map((locale) => [code, locale] as const)))(
  '%s in %s says what it means for the credits',
  (code, locale) => {
    expect(failureText(code, locale)).toMatch(MONEY[locale]);
  },
);

test('where nothing failed there is nothing to say', () => {
  expect(failureText(null, 'en')).toBeNull();
});
