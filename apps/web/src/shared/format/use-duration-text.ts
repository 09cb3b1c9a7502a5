import { useTranslation } from 'react-i18next';

/** Up to here people count in seconds. */
const SECONDS_UP_TO = 90;

/** Says a number of seconds in words, in minutes where seconds would only pretend precision. */
export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) =>
    seconds <= SECONDS_UP_TO
      ? t('duration.seconds', { seconds: Math.ceil(seconds) })
      : t('duration.minutes', { minutes: Math.ceil(seconds / 60) });
}
