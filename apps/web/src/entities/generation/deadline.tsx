import type { Locale } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../shared/format';
import { useDurationText } from '../../shared/hooks/use-duration-text';
import { useSecondsLeft } from '../../shared/hooks/use-seconds-left';
import { useLocale } from '../../shared/i18n/locale-context';
import { onOwnClock } from '../../shared/server-clock';

/** From here on it is counted down; before, a time of day is easier to keep in mind. */
const NEAR_SECONDS = 60;

const timeOfDay = (deadline: string, locale: Locale): string =>
  formatDate(new Date(onOwnClock(deadline)), locale, { timeStyle: 'short' });

/** The promise of a running generation: until when the picture is there or its credits are back. */
export function Deadline({ deadline }: { deadline: string }) {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const duration = useDurationText();
  const left = useSecondsLeft(onOwnClock(deadline)) ?? 0;
  if (left > NEAR_SECONDS) return t('deadline.clock', { time: timeOfDay(deadline, locale) });
  return left > 0 ? t('deadline.near', { time: duration(left) }) : t('deadline.over');
}

/** The same where there is room for two words. */
export function ShortDeadline({ deadline }: { deadline: string }) {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const duration = useDurationText();
  const left = useSecondsLeft(onOwnClock(deadline)) ?? 0;
  return left > 0 && left <= NEAR_SECONDS ? duration(left) : t('deadline.short', { time: timeOfDay(deadline, locale) });
}
