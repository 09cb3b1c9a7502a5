import { useTranslation } from 'react-i18next';
import { useDurationText } from '../../../shared/hooks/use-duration-text';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';

/** Counts down to the moment at which the engine is looked at again. `at`: milliseconds of this machine's clock. */
export function AskedAgain({ at }: { at: number | null }) {
  const { t } = useTranslation('generate');
  const duration = useDurationText();
  const left = useSecondsLeft(at);
  if (left === null) return null;
  return left > 0 ? t('engine.askedAgain', { time: duration(left) }) : t('engine.asking');
}
