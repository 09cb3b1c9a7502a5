import type { User } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAddress } from '../../shared/i18n/locale-context';
import { Badge } from '../../shared/ui/feedback/badge';
import { useFormatDate } from '../../shared/format/use-format-date';

/** Who this is; the portrait comes from the session. */
export function Identity({ user, portrait }: { user: User; portrait: ReactNode }) {
  const { t } = useTranslation();
  const { t: tProfile } = useTranslation('profile');
  const formatDate = useFormatDate();
  const to = useAddress();
  const isFree = user.subscription_status === 'free';
  return (
    <div className="flex items-center gap-4 lg:grid lg:justify-items-start">
      {portrait}
      <div className="grid min-w-0 gap-1">
        <p className="truncate text-lg font-semibold">{user.name}</p>
        {user.email ? <p className="truncate text-sm text-ink-3">{user.email}</p> : null}
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={isFree ? 'plain' : 'amber'}>{t(`plans.${user.subscription_status}`)}</Badge>
          <span className="tabular text-xs text-ink-3">
            {tProfile('overview.since', { date: formatDate(user.created_at) })}
          </span>
        </span>
        <Link
          to={isFree ? to('pricing') : to('profile', { query: { tab: 'subscription' } })}
          className="inline-flex min-h-8 items-center justify-self-start text-sm font-semibold text-amber-text underline-offset-4 hover:underline"
        >
          {tProfile(isFree ? 'overview.upgrade' : 'overview.managePlan')}
        </Link>
      </div>
    </div>
  );
}
