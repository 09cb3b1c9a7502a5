import { useTranslation } from 'react-i18next';
import { useDurationText } from '../../../shared/format/use-duration-text';
import { useSecondsLeft } from '../../../shared/hooks/use-seconds-left';
import { useModels } from './use-models';

/** Counts down to the moment at which the engines that are down are looked at again; null while all work. */
export function useNextLook(): string | null {
  const { t } = useTranslation('generate');
  const duration = useDurationText();
  const left = useSecondsLeft(useModels().askAgainAt);
  if (left === null) return null;
  return left > 0 ? t('engine.askedAgain', { time: duration(left) }) : t('engine.asking');
}
