import type { User } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error';
import { useResendVerificationMutation } from '../../api/auth-api';
import { errorText } from '../../api/error-text';
import { useQuotaQuery } from '../../api/quota-api';
import { formatCredits, formatDate } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/button';
import { ErrorState } from '../../shared/ui/error-state';
import { Loading, Skeleton } from '../../shared/ui/skeleton';

/** What somebody has to spend, and whether we can reach them. */
export function Overview({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  return (
    <div className="grid gap-8">
      {user.email && !user.email_verified ? <UnverifiedNotice email={user.email} /> : null}
      <Stats />
      <p className="tabular text-sm text-ink-3">{t('overview.since', { date: formatDate(user.created_at, locale) })}</p>
    </div>
  );
}

function Stats() {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const { data, error, isLoading, isFetching, refetch } = useQuotaQuery();
  if (error) {
    return (
      <ErrorState
        title={t('overview.statsFailed')}
        text={errorText(error, locale)}
        requestId={isApiError(error) ? error.requestId : null}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const figures = [
    { key: 'total', value: data && formatCredits(data.totalCredits, locale) },
    { key: 'remaining', value: data && formatCredits(data.remainingCredits, locale) },
    { key: 'current', value: data && formatCredits(data.currentCredits, locale) },
  ] as const;
  return (
    <Loading active={isLoading} placeholder={<Skeleton className="h-25 w-full" />}>
      <dl className="tabular grid gap-px overflow-hidden rounded-control border border-line bg-line sm:grid-cols-3">
        {figures.map(({ key, value }) => (
          <div key={key} className="grid content-start gap-1 bg-surface p-4">
            <dt className="text-sm text-ink-3">{t(`overview.figures.${key}`)}</dt>
            <dd className="display text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </Loading>
  );
}

function UnverifiedNotice({ email }: { email: string }) {
  const { t } = useTranslation('profile');
  const [resend, { isLoading, isSuccess }] = useResendVerificationMutation();
  return (
    <div className="grid justify-items-start gap-3 rounded-control bg-amber-tint p-4 text-on-amber-tint">
      <p>{t('overview.unverified', { email })}</p>
      {isSuccess ? (
        <p role="status">{t('overview.mailSent')}</p>
      ) : (
        <Button busy={isLoading} onClick={() => void resend()}>
          {t('overview.sendMail')}
        </Button>
      )}
    </div>
  );
}
