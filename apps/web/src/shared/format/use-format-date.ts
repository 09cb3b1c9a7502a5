import { useCallback } from 'react';
import { formatDate } from './format';
import { useLocale } from '../i18n/locale-context';
import { useTimeZone } from '../time/time-zone';

type FormatDate = (date: string | Date, options?: Intl.DateTimeFormatOptions) => string;

/** Formats a date in the language of the page and the time zone that the user prefers. */
export function useFormatDate(): FormatDate {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return useCallback(
    (date, options = { dateStyle: 'medium' }) =>
      formatDate(date, locale, timeZone === null ? options : { timeZone, ...options }),
    [locale, timeZone],
  );
}
