import type { User } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { useUserStatsQuery } from '../../../api/endpoints/users';
import { formatCredits, formatNumber } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { DialogFoot } from '../../../shared/ui/overlays/dialog-foot';

interface DeletionSummaryProps {
  user: User;
  onKeep: () => void;
  onNext: () => void;
}

/** Both lists, whole: what is lost at once, and what has to stay. */
export function DeletionSummary({ user, onKeep, onNext }: DeletionSummaryProps) {
  const { t } = useTranslation('profile');
  const locale = useLocale();
  const { data: stats } = useUserStatsQuery();
  const { data: quota } = useQuotaQuery();
  const images = (count: number) =>
    count > 0 ? t('deletion.goes.pictures', { count, total: formatNumber(count, locale) }) : null;
  const credits = (count: number) =>
    count > 0 ? t('deletion.goes.credits', { count, credits: formatCredits(count, locale) }) : null;
  const goes = [
    // Nobody has to read of what is not there.
    stats ? images(stats.total_images) : t('deletion.goes.allPictures'),
    stats?.total_generations === 0 ? null : t('deletion.goes.links'),
    quota ? credits(quota.remainingCredits) : t('deletion.goes.allCredits'),
    ...(user.subscription_status === 'free' ? [] : [t('deletion.goes.subscription')]),
    t('deletion.goes.automation'),
    t('deletion.goes.person'),
  ].filter((line) => line !== null);
  const stays = [t('deletion.stays.payments'), t('deletion.stays.ledger'), t('deletion.stays.mark')];
  return (
    <div className="flex flex-col gap-4">
      <List title={t('deletion.goes.title')} items={goes} />
      <List title={t('deletion.stays.title')} items={stays} />
      <p className="text-sm text-ink-3">{t('deletion.exportFirst')}</p>
      <DialogFoot>
        <Button onClick={onKeep}>{t('deletion.keep')}</Button>
        <Button onClick={onNext}>{t('deletion.next')}</Button>
      </DialogFoot>
    </div>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="grid gap-1.5">
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="grid list-disc gap-1 ps-5 text-ink-2 marker:text-ink-3">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
