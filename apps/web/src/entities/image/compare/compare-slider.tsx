import { useTranslation } from 'react-i18next';
import { CompareSlider as Slider } from '../../../shared/ui/images/compare-slider';
import type { Compared } from './compared';

export interface Pair {
  before: Compared;
  after: Compared;
}

export function CompareSlider({ before, after }: Pair) {
  const { t } = useTranslation('compare');
  const side = (image: Compared, tag: string) => ({ image, alt: `${tag}: ${image.prompt}`, tag });
  return (
    <Slider
      before={side(before, t('before'))}
      after={side(after, t('after'))}
      label={t('slider')}
      valueText={(earlier, later) => t('value', { before: earlier, after: later })}
      sizes="(min-width: 1024px) 70vw, 100vw"
      eager
    />
  );
}
