import { useTranslation } from 'react-i18next';
import { errorProps } from '../../api/client/error-text';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUserStatsQuery } from '../../api/endpoints/users';
import { cx } from '../../shared/cx';
import { formatCredits, formatNumber } from '../../shared/format/format';
import { useHighlight } from '../../shared/hooks/use-highlight';
import { useLocale } from '../../shared/i18n/locale-context';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';

export function CreditStats() {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const query = useQuotaQuery();
  const { data } = query;
  const lit = useHighlight(data?.remainingCredits);
  const shown = (credits: number | undefined) => (credits === undefined ? '' : formatCredits(credits, locale));
  const held = data ? data.currentCredits - data.remainingCredits : 0;
  const heldNote =
    held > 0 ? t('overview.notes.current', { credits: formatCredits(held, locale) }) : t('overview.notes.currentNone');
  return (
    <Stats
      {...query}
      failed={t('overview.statsFailed')}
      figures={[
        {
          label: t('overview.figures.remaining'),
          value: shown(data?.remainingCredits),
          lit,
          isMain: true,
          note: t('overview.notes.remaining'),
        },
        { label: t('overview.figures.current'), value: shown(data?.currentCredits), note: heldNote },
        { label: t('overview.figures.total'), value: shown(data?.totalCredits), note: t('overview.notes.total') },
      ]}
    />
  );
}

export function ImageStats() {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const query = useUserStatsQuery();
  const { data } = query;
  const shown = (count: number | undefined) => (count === undefined ? '' : formatNumber(count, locale));
  return (
    <Stats
      {...query}
      failed={t('overview.workFailed')}
      figures={[
        { label: t('overview.figures.images'), value: shown(data?.total_images) },
        { label: t('overview.figures.month'), value: shown(data?.images_this_month) },
        { label: t('overview.figures.favorites'), value: shown(data?.total_favorites) },
      ]}
    />
  );
}

interface Stat {
  label: string;
  value: string;
  /** What tells it from the others. */
  note?: string;
  lit?: boolean;
  /** The one that people look for. */
  isMain?: boolean;
}

interface StatsProps {
  data?: unknown;
  error?: unknown;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  failed: string;
  figures: readonly Stat[];
}

/** Fails by itself: the rest of the page stays. */
function Stats({ data, error, isLoading, isFetching, refetch, failed, figures }: StatsProps) {
  const locale = useLocale();
  if (error && data === undefined) {
    return (
      <ErrorState title={failed} {...errorProps(error, locale)} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  const isBrief = figures.every(({ note }) => note === undefined);
  return (
    <Loading
      active={isLoading}
      placeholder={<Skeleton className={cx('w-full rounded-sheet', isBrief ? 'h-23' : 'h-75 sm:h-31')} />}
    >
      <dl
        className={cx(
          'tabular grid gap-px overflow-hidden rounded-sheet border border-line bg-line',
          isBrief ? 'grid-cols-3' : 'sm:grid-cols-3',
        )}
      >
        {figures.map(({ label, value, note, lit = false, isMain = false }) => (
          <div
            key={label}
            className={cx('grid gap-1 bg-surface', isBrief ? 'content-between p-3 sm:p-4' : 'content-start p-4')}
          >
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd
              className={cx(
                'display justify-self-start rounded-control transition-colors duration-200',
                isMain ? 'text-3xl text-amber-text' : 'text-2xl',
                lit && 'bg-amber-tint text-on-amber-tint',
              )}
            >
              {value}
            </dd>
            {note ? <dd className="text-xs text-ink-3">{note}</dd> : null}
          </div>
        ))}
      </dl>
    </Loading>
  );
}
