import type { User } from '@app/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useResendVerificationMutation } from '../../api/endpoints/auth';
import { Button } from '../../shared/ui/actions/button';
import { CreditStats, ImageStats } from './stats';
import { RecentImages } from './images/recent-images';

interface OverviewProps {
  user: User;
  /** The box of the daily bonus, put in by the route. */
  bonus: ReactNode;
}

export function Overview({ user, bonus }: OverviewProps) {
  return (
    <div className="grid gap-8">
      {user.email && !user.email_verified ? <UnverifiedNotice email={user.email} /> : null}
      <CreditStats />
      <div className="rounded-sheet border border-line bg-surface p-4 empty:hidden">{bonus}</div>
      <ImageStats />
      <RecentImages />
    </div>
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
