import type { StatementLine } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useNamedDay } from '../../../shared/format/use-named-day';
import { StatementCards } from './statement-cards';
import { StatementTable } from './statement-table';
import { toDays, toRows } from './group-entries';

/** One row an image, under the days of the reader's calendar. */
export function StatementRows({ lines }: { lines: StatementLine[] }) {
  const days = toDays(toRows(lines), useDayName());
  return (
    <>
      <StatementTable days={days} />
      <StatementCards days={days} />
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
