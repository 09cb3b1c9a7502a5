import { BATCH_DAYS, type BatchPauseReason, type BatchWithRows } from '@app/contracts';
import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { formatCredits } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { StandstillNote } from './standstill-note';

interface PauseNoteProps {
  batch: BatchWithRows;
  reason: BatchPauseReason;
}

/** Why it stands still, and what would change that; mounted with the pause. */
export function PauseNote({ batch: { expires_at, rows }, reason }: PauseNoteProps) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const formatDate = useFormatDate();
  // What was known before the pause may be what ran out.
  const [seenAt] = useState(() => Date.now());
  const { data: quota, fulfilledTimeStamp: knownAt = 0 } = useQuotaQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const next = rows.find(({ status }) => status === 'waiting');
  const { remainingCredits: have } = quota ?? {};
  const isKnown = knownAt >= seenAt && next != null && have !== undefined;
  const isPaid = reason === 'insufficient_credits' && isKnown && have >= (next.price ?? 0);
  const why = isPaid ? 'credits_again' : reason;
  const credits = (amount: number | undefined) => (amount === undefined ? '–' : formatCredits(amount, locale));
  return (
    <StandstillNote
      icon={CirclePause}
      title={t(`pause.${why}.title`)}
      text={t(`pause.${why}.text`, { have: credits(have), needed: credits(next?.price) })}
      until={t('pause.until', {
        date: formatDate(expires_at, { dateStyle: 'medium', timeStyle: 'short' }),
        days: BATCH_DAYS,
      })}
    >
      {isPaid ? null : <PauseLink reason={reason} />}
    </StandstillNote>
  );
}

function PauseLink({ reason }: { reason: BatchPauseReason }) {
  const { t } = useTranslation('batch');
  const to = useAddress();
  if (reason === 'user') return null;
  const isOfKey = reason === 'api_key_budget' || reason === 'api_key_revoked';
  return (
    <ButtonLink to={isOfKey ? to('api', { query: { tab: 'keys' } }) : to('pricing')} className="w-full sm:w-auto">
      {t(isOfKey ? 'seeKeys' : 'seePlans')}
    </ButtonLink>
  );
}
