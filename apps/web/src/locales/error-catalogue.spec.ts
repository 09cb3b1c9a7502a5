import { existsSync } from 'node:fs';
import { ERROR_CODES, ERROR_STATUS, GENERATION_ERROR_CODES, LOCALES, PAYMENT_FAILURE_REASONS } from '@app/contracts';
import { describe, expect, it } from '@jest/globals';
import { codes, messages, PAGE, textOf } from '../../test/error-page';

const bothTexts = (key: string): string => LOCALES.map((locale) => textOf(locale, key) ?? '?').join(' | ');
const keys = new Set(messages.flatMap((message) => message.keys));

/** What to add to the page, as a list that is empty when nothing is missing. */
const missing = (wanted: readonly string[], rowFor: (name: string) => string, has: (name: string) => boolean) =>
  wanted.filter((name) => !has(name)).map((name) => `add to ${PAGE}: ${rowFor(name)}`);

describe('the page of errors', () => {
  it('has rows that can be read', () => {
    expect(messages.length).toBeGreaterThan(100);
    expect(codes.size).toBeGreaterThan(40);
  });

  it.each(messages.map((message) => [message.condition, message.keys.join(', '), message] as const))(
    'has the texts of "%s" (%s)',
    (_condition, _keys, { keys: named, texts }) => {
      for (const locale of LOCALES) expect(texts[locale]).toEqual(named.map((key) => textOf(locale, key)));
    },
  );

  it('says for each message what to do next, and names tests that exist', () => {
    const faults = messages.flatMap(({ condition, next, tests }) => [
      ...(next === '' ? [`"${condition}" has no next step`] : []),
      ...(tests.length === 0 ? [`"${condition}" has no test`] : []),
      ...tests.filter((path) => !existsSync(path)).map((path) => `"${condition}" names ${path}`),
    ]);
    expect(faults).toEqual([]);
  });

  it('has each reason for which a payment fails', () => {
    const key = (reason: string) => `payment:failed.reasons.${reason}`;
    const row = (reason: string) =>
      `"Failed payments" | condition | \`${key(reason)}\` | ${bothTexts(key(reason))} | next step | test |`;
    expect(missing(PAYMENT_FAILURE_REASONS, row, (reason) => keys.has(key(reason)))).toEqual([]);
  });

  it('has each reason for which a generation fails', () => {
    const key = (code: string) => `work:failures.${code}`;
    const row = (code: string) =>
      `"Generation" | condition | \`${key(code)}\` | ${bothTexts(key(code))} | next step | test |`;
    expect(missing(GENERATION_ERROR_CODES, row, (code) => keys.has(key(code)))).toEqual([]);
  });

  it('has each error code of the API with its status and the texts of the web app', () => {
    const row = (code: string) =>
      `"Error codes" | \`${code}\` | ${ERROR_STATUS[code as keyof typeof ERROR_STATUS]} | ` +
      `both messages of apps/api/src/platform/errors/messages.ts | ${bothTexts(`errors:codes.${code}`)} |`;
    expect(missing(ERROR_CODES, row, (code) => codes.has(code))).toEqual([]);
    expect([...codes.keys()]).toEqual(ERROR_CODES);
    for (const code of ERROR_CODES) {
      const [status, , , en, zh] = codes.get(code) ?? [];
      const shown = { code, status, en, zh };
      const wanted = LOCALES.map((locale) => [locale, textOf(locale, `errors:codes.${code}`)] as const);
      expect(shown).toEqual({ code, status: String(ERROR_STATUS[code]), ...Object.fromEntries(wanted) });
    }
  });
});
