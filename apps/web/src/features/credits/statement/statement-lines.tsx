import type { StatementLine } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useNamedDay } from '../../../shared/format/use-named-day';
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
  const namedDay = useNamedDay();
  return (at) => {
    const { isToday, name } = namedDay(at);
    return isToday ? t('today') : name;
  };
}
