import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/client/api-error';
import { errorText } from '../../api/client/error-text';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUserStatsQuery } from '../../api/endpoints/users';
import { cx } from '../../shared/cx';
import { formatCredits, formatNumber } from '../../shared/format';
import { useHighlight } from '../../shared/hooks/use-highlight';
import { useLocale } from '../../shared/i18n/locale-context';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';

export function CreditFigures() {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const query = useQuotaQuery();
  const { data } = query;
  const lit = useHighlight(data?.remainingCredits);
  const shown = (credits: number | undefined) => (credits === undefined ? '' : formatCredits(credits, locale));
  return (
    <Figures
      {...query}
      failed={t('overview.statsFailed')}
      figures={[
        { label: t('overview.figures.total'), value: shown(data?.totalCredits) },
        { label: t('overview.figures.remaining'), value: shown(data?.remainingCredits), lit },
        { label: t('overview.figures.current'), value: shown(data?.currentCredits) },
      ]}
    />
  );
}

export function WorkFigures() {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const query = useUserStatsQuery();
  const { data } = query;
  const shown = (count: number | undefined) => (count === undefined ? '' : formatNumber(count, locale));
  return (
    <Figures
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

interface FiguresProps {
  data?: unknown;
  error?: unknown;
  isLoading: boolean;
  isFetching: boolean;
  refetch: () => unknown;
  failed: string;
  figures: readonly { label: string; value: string; lit?: boolean }[];
}

/** Fails by itself: the rest of the page stays. */
function Figures({ data, error, isLoading, isFetching, refetch, failed, figures }: FiguresProps) {
  const locale = useLocale();
  if (error && data === undefined) {
    return (
      <ErrorState
        title={failed}
        text={errorText(error, locale)}
        requestId={isApiError(error) ? error.requestId : null}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Loading active={isLoading} placeholder={<Skeleton className="h-52 w-full rounded-sheet sm:h-25" />}>
      <dl className="tabular grid gap-px overflow-hidden rounded-sheet border border-line bg-line sm:grid-cols-3">
        {figures.map(({ label, value, lit = false }) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-4 bg-surface p-4 sm:grid sm:content-start sm:gap-1"
          >
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd
              className={cx(
                'display justify-self-start rounded-control text-2xl transition-colors duration-200',
                lit && 'bg-amber-tint text-on-amber-tint',
              )}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Loading>
  );
}
