import { afterEach, expect, it } from '@jest/globals';
import type { Locale } from '@app/contracts';
import { act, renderHook } from '@testing-library/react';
import { useFormatDate } from '../format/use-format-date';
import { LocaleProvider } from '../i18n/locale-context';
import { setTimeZone } from './time-zone';

afterEach(() => act(() => setTimeZone(null)));

const EVENING = '2026-11-20T22:30:00.000Z';
const HOUR = { dateStyle: 'short', timeStyle: 'short' } as const;
let renders = 0;
const open = (locale: Locale = 'en') =>
  renderHook(
    () => {
      renders += 1;
      return useFormatDate();
    },
    { wrapper: ({ children }) => <LocaleProvider locale={locale}>{children}</LocaleProvider> },
  );

it('dates are shown in the zone that was chosen, also those that are on the page already', () => {
  const { result } = open();
  act(() => setTimeZone('Asia/Tokyo'));
  expect(result.current(EVENING)).toBe('Nov 21, 2026');
  expect(result.current(new Date(EVENING), HOUR)).toMatch(/^11\/21\/26, 7:30.AM$/);
  act(() => setTimeZone('America/New_York'));
  expect(result.current(EVENING)).toBe('Nov 20, 2026');
});

it('a date with a zone of its own keeps it, and the language of the page writes it', () => {
  const { result } = open('zh');
  act(() => setTimeZone('Asia/Tokyo'));
  expect(result.current(EVENING, { dateStyle: 'medium', timeZone: 'UTC' })).toBe('2026年11月20日');
});

it('without a choice the zone of the browser counts, and choosing the same again renders nothing', () => {
  const { result } = open();
  expect(result.current(EVENING, HOUR)).toBe(new Intl.DateTimeFormat('en-US', HOUR).format(new Date(EVENING)));
  const before = renders;
  act(() => setTimeZone(null));
  expect(renders).toBe(before);
});
