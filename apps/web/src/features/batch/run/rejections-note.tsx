import type { Batch } from '@app/contracts';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { StandstillNote } from './standstill-note';

/** Too many prompts were rejected: why no row begins although the batch runs, and from when on they do. */
export function RejectionsNote({ batch: { held_until: until } }: { batch: Batch }) {
  const { t } = useTranslation('batch');
  const formatDate = useFormatDate();
  if (until === null) return null;
  return (
    <StandstillNote
      icon={Hourglass}
      title={t('held.title')}
      text={t('held.text')}
      until={t('held.until', { time: formatDate(until, { timeStyle: 'short' }) })}
    />
  );
}
