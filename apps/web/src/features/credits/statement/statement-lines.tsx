import type { StatementLine } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/hooks/use-format-date';
import { RowBlocks } from './row-blocks';
import { RowTable } from './row-table';
import { toDays, toRows } from './statement-rows';

/** One row an image, under the days of the reader's calendar. */
export function StatementLines({ lines }: { lines: StatementLine[] }) {
  const days = toDays(toRows(lines), useDayName());
  return (
    <>
      <RowTable days={days} />
      <RowBlocks days={days} />
    </>
  );
}

function useDayName(): (at: string) => string {
  const { t } = useTranslation('statement');
  const formatDate = useFormatDate();
  // oxlint-disable-next-line react/purity -- a page that stands open comes into another day
  const now = new Date();
  const yearOf = (date: string | Date) => formatDate(date, { year: 'numeric' });
  return (at) =>
    formatDate(at) === formatDate(now)
      ? t('today')
      : formatDate(at, {
          weekday: 'long',
          month: 'long',
          day: 'numeric',
          ...(yearOf(at) === yearOf(now) ? {} : { year: 'numeric' }),
        });
}
