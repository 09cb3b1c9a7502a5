import type { User } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../shared/ui/feedback/badge';
import { useFormatDate } from '../../shared/hooks/use-format-date';

/** Who this is; the portrait comes from the session. */
export function Identity({ user, portrait }: { user: User; portrait: ReactNode }) {
  const { t } = useTranslation();
  const { t: tProfile } = useTranslation('profile');
  const formatDate = useFormatDate();
  return (
    <div className="flex items-center gap-4 lg:grid lg:justify-items-start">
      {portrait}
      <div className="grid min-w-0 gap-1">
        <p className="truncate text-lg font-semibold">{user.name}</p>
        {user.email ? <p className="truncate text-sm text-ink-3">{user.email}</p> : null}
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={user.subscription_status === 'free' ? 'plain' : 'amber'}>
            {t(`plans.${user.subscription_status}`)}
          </Badge>
          <span className="tabular text-xs text-ink-3">
            {tProfile('overview.since', { date: formatDate(user.created_at) })}
          </span>
        </span>
      </div>
    </div>
  );
}
