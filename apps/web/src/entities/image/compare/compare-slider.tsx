import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../config/languages';
import { useLocale } from '../../../shared/i18n/locale-context';
import { CompareSlider as Slider } from '../../../shared/ui/images/compare-slider';
import type { Compared } from './compared';

export interface Pair {
  before: Compared;
  after: Compared;
}

export function CompareSlider({ before, after }: Pair) {
  const { t } = useTranslation('compare');
  const locale = useLocale();
  const side = (image: Compared, tag: string) => ({ image, alt: tag + LANGUAGES[locale].colon + image.prompt, tag });
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
