import type { User } from '@app/contracts';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadProfile } from '../../api/auth/session';
import { useResendVerification } from '../../api/auth/use-resend-verification';
import { onOtherTabChanged } from '../../api/client/other-tabs';
import { useAppDispatch } from '../../entities/app-state';
import { focusHeading } from '../../shared/interaction/focus-heading';
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
  const dispatch = useAppDispatch();
  const { resend, isLoading, isSuccess } = useResendVerification();
  useEffect(
    () =>
      onOtherTabChanged((changed) => {
        if (changed === 'profile') dispatch(loadProfile({ force: true })).catch(() => undefined);
      }),
    [dispatch],
  );
  const press = async () => {
    await resend();
    // The button that had the focus is gone, perhaps with the whole notice.
    if (document.activeElement === document.body) focusHeading();
  };
  return (
    <div className="grid justify-items-start gap-3 rounded-control bg-amber-tint p-4 text-on-amber-tint">
      <p>{t('overview.unverified', { email })}</p>
      {isSuccess ? (
        <p role="status">{t('overview.mailSent')}</p>
      ) : (
        <Button busy={isLoading} onClick={() => void press()}>
          {t('overview.sendMail')}
        </Button>
      )}
    </div>
  );
}
