import type { Answer } from '@app/contracts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorProps } from '../../../api/client/error-text';
import { useQuotaStatsQuery } from '../../../api/endpoints/quota';
import { cx } from '../../../shared/cx';
import { formatCredits, formatNumber } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';

type Day = Answer<'quota.stats'>['days'][number];

/** As high as the figure. */
const PLACEHOLDER = (
  <div style={{ height: 224 }}>
    <Skeleton className="size-full rounded-sheet" />
  </div>
);

/** What was used on each of the last days; nothing where none was. `isExpected`: its place is kept while it loads. */
export function UsageDays({ isExpected }: { isExpected: boolean }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const { data, error, isLoading, isFetching, refetch } = useQuotaStatsQuery(undefined, { refetchOnFocus: true });
  if (error && !data) {
    return (
      <ErrorState
        title={t('usage.daysFailed')}
        {...errorProps(error, locale)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const isUsed = data?.days.some(({ spentCredits }) => spentCredits > 0);
  return (
    <Loading active={isLoading && isExpected} placeholder={PLACEHOLDER}>
      {data && isUsed ? <DaysFigure days={data.days} /> : null}
    </Loading>
  );
}

/** The API counts days by UTC. */
function useFormatDay(): (day: Day | undefined) => string {
  const formatDate = useFormatDate();
  return (day) => (day ? formatDate(day.date, { month: 'short', day: 'numeric', timeZone: 'UTC' }) : '');
}

function DaysFigure({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const formatDay = useFormatDay();
  const most = Math.max(...days.map(({ spentCredits }) => spentCredits));
  return (
    <figure className="tabular grid gap-3 rounded-sheet border border-line bg-surface p-6">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-semibold">{t('usage.days', { days: days.length })}</span>
        <span className="text-sm text-ink-3">
          {t('usage.most', { count: most, credits: formatCredits(most, locale) })}
        </span>
      </figcaption>
      <div aria-hidden="true">
        <div className="flex h-16 items-end gap-0.5">
          {days.map((day) => (
            <Bar key={day.date} share={day.spentCredits / most} />
          ))}
        </div>
        <p className="flex justify-between pt-2 text-xs text-ink-3">
          <span>{formatDay(days[0])}</span>
          <span>{formatDay(days.at(-1))}</span>
        </p>
      </div>
      <DaysTable days={days.filter(({ spentCredits }) => spentCredits > 0).toReversed()} />
    </figure>
  );
}

/** A little is seen, too. */
function Bar({ share }: { share: number }) {
  return (
    <span
      className={cx('flex-1', share > 0 ? 'bg-amber' : 'bg-line')}
      style={{ height: share > 0 ? `max(3px, ${share * 100}%)` : 1 }}
    />
  );
}

function DaysTable({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const formatDay = useFormatDay();
  return (
    <details className="group">
      <summary className="flex min-h-10 items-center gap-2 text-sm font-semibold text-ink-2 hover:text-ink">
        <Plus aria-hidden="true" className="size-4 transition-transform duration-120 group-open:rotate-45" />
        {t('usage.table')}
      </summary>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="py-2 text-start font-semibold">
              {t('usage.columns.day')}
            </th>
            <th scope="col" className="py-2 text-end font-semibold">
              {t('usage.columns.credits')}
            </th>
            <th scope="col" className="py-2 text-end font-semibold">
              {t('usage.columns.images')}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date} className="border-t border-line">
              <th scope="row" className="py-2 text-start">
                {formatDay(day)}
              </th>
              <td className="py-2 text-end">{formatCredits(day.spentCredits, locale)}</td>
              <td className="py-2 text-end">{formatNumber(day.images, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
