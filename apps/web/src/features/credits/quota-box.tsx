import { DEFAULT_MODEL, MODEL_UNITS, toUnits, type Quota } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorProps } from '../../api/client/error-text';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useUser } from '../../api/auth/use-session';
import { cx } from '../../shared/cx';
import { formatCredits } from '../../shared/format/format';
import { useHighlight } from '../../shared/hooks/use-highlight';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';
import { useFormatDate } from '../../shared/format/use-format-date';

export function QuotaBox() {
  const { t } = useTranslation('credits');
  const signedIn = useUser() !== null;
  const { data: quota, error, isLoading, isFetching, refetch } = useQuotaQuery(undefined, { skip: !signedIn });
  if (error && !quota) {
    return (
      <ErrorState title={t('failed')} {...errorProps(error)} onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  return (
    <section aria-label={t('title')} className="min-h-14">
      <Loading active={isLoading || !quota} placeholder={<Skeleton className="h-14 w-full" />}>
        {quota ? <Figures quota={quota} /> : null}
      </Loading>
    </section>
  );
}

function Figures({ quota }: { quota: Quota }) {
  const { t } = useTranslation('credits');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const to = useAddress();
  const changed = useHighlight(quota.remainingCredits);
  const held = quota.currentCredits - quota.remainingCredits;
  const day = (date: string) => formatDate(date, { month: 'short', day: 'numeric' });
  const expiry = quota.nextExpiry;
  const ending = formatCredits(expiry?.credits ?? 0, locale);
  const share = quota.totalCredits > 0 ? Math.min(quota.remainingCredits / quota.totalCredits, 1) : 0;
  const images = Math.floor(toUnits(quota.remainingCredits) / MODEL_UNITS[DEFAULT_MODEL]);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="flex items-baseline gap-2">
          <span
            className={cx(
              'tabular display text-xl transition-colors duration-200',
              changed && 'rounded-control bg-amber-tint text-on-amber-tint',
            )}
          >
            {formatCredits(quota.remainingCredits, locale)}
          </span>
          <span className="text-sm text-ink-2">{t('remaining', { count: quota.remainingCredits })}</span>
        </p>
        <p className="flex flex-wrap justify-end gap-x-4 text-sm font-semibold">
          <Link
            to={to('profile', { query: { tab: 'statement' } })}
            className="inline-flex min-h-6 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline"
          >
            {t('statement')}
          </Link>
          <Link
            to={to('pricing')}
            className="inline-flex min-h-6 items-center text-amber-text underline-offset-4 hover:underline"
          >
            {t('plans')}
          </Link>
        </p>
      </div>
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-pill bg-hover">
        <span className="block h-full bg-amber transition-[width] duration-200" style={{ width: `${share * 100}%` }} />
      </span>
      <p className="tabular flex flex-wrap gap-x-3 text-xs text-ink-3">
        {images > 0 ? <span>{t('images', { count: images })}</span> : null}
        {held > 0 ? <span>{t('held', { credits: formatCredits(held, locale) })}</span> : null}
        {quota.inFlight > 0 ? <span>{t('inFlight', { open: quota.inFlight, limit: quota.inFlightLimit })}</span> : null}
        {held <= 0 && expiry ? (
          <span>{t('expires', { count: expiry.credits, credits: ending, date: day(expiry.at) })}</span>
        ) : null}
        {held <= 0 && quota.nextGrantAt ? <span>{t('next', { date: day(quota.nextGrantAt) })}</span> : null}
      </p>
    </div>
  );
}
