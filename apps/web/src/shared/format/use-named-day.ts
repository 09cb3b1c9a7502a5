import { useFormatDate } from './use-format-date';
import { useNow } from './use-now';

interface NamedDay {
  isToday: boolean;
  /** `Friday, November 27`, with the year unless it is the present one. */
  name: string;
}

/** How a day is called by the clock of the reader, also on a page that stands open over midnight. */
export function useNamedDay(): (at: string) => NamedDay {
  const formatDate = useFormatDate();
  const now = useNow();
  const yearOf = (date: string | Date) => formatDate(date, { year: 'numeric' });
  return (at) => ({
    isToday: formatDate(at) === formatDate(now),
    name: formatDate(at, {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' }),
    }),
  });
}
