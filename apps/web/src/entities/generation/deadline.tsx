import { useTranslation } from 'react-i18next';
import { useDurationText } from '../../shared/format/use-duration-text';
import { useSecondsLeft } from '../../shared/hooks/use-seconds-left';
import { onOwnClock } from '../../shared/time/server-clock';
import { useFormatDate } from '../../shared/format/use-format-date';

/** From here on it is counted down; before, a time of day is easier to keep in mind. */
const NEAR_SECONDS = 60;

function useTimeOfDay(): (deadline: string) => string {
  const formatDate = useFormatDate();
  return (deadline) => formatDate(new Date(onOwnClock(deadline)), { timeStyle: 'short' });
}

export function Deadline({ deadline }: { deadline: string }) {
  const { t } = useTranslation('work');
  const timeOfDay = useTimeOfDay();
  const duration = useDurationText();
  const left = useSecondsLeft(onOwnClock(deadline)) ?? 0;
  if (left > NEAR_SECONDS) return t('deadline.clock', { time: timeOfDay(deadline) });
  return left > 0 ? t('deadline.near', { time: duration(left) }) : t('deadline.over');
}

export function ShortDeadline({ deadline }: { deadline: string }) {
  const { t } = useTranslation('work');
  const timeOfDay = useTimeOfDay();
  const duration = useDurationText();
  const left = useSecondsLeft(onOwnClock(deadline)) ?? 0;
  if (left > NEAR_SECONDS) return t('deadline.short', { time: timeOfDay(deadline) });
  return left > 0 ? duration(left) : t('deadline.overShort');
}
