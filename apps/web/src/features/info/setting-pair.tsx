import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDE_PAIRS, pairedImage } from '../../entities/sample/guide-pairs';
import { LANGUAGES } from '../../config/languages';
import { useLocale } from '../../shared/i18n/locale-context';
import { CompareSlider } from '../../shared/ui/images/compare-slider';

interface SettingPairProps {
  name: string;
  /** What each side was made with. */
  before: string;
  after: string;
}

const STAGE = { '--stage-height': '72dvh' } as CSSProperties;

/** What one setting does: the same work without it and with it. */
export function SettingPair({ name, ...captions }: SettingPairProps) {
  const { t } = useTranslation('info');
  const locale = useLocale();
  const pair = GUIDE_PAIRS.find(({ id }) => id === name);
  if (!pair) throw new Error(`There is no pair ${name}`);
  const side = (which: 'before' | 'after') => ({
    image: pairedImage(pair, which),
    alt: [...new Set([captions[which], pair[which].prompt[locale]])].join(LANGUAGES[locale].colon),
  });
  return (
    <figure className="grid gap-2" style={STAGE}>
      <CompareSlider
        before={side('before')}
        after={side('after')}
        label={t('pair.slider', { name: captions.before })}
        valueText={(before, after) => t('pair.value', { before, after })}
        sizes="(min-width: 768px) 720px, 100vw"
      />
      <figcaption className="flex justify-between gap-6 text-sm text-ink-3">
        <span>{captions.before}</span>
        <span className="text-end">{captions.after}</span>
      </figcaption>
    </figure>
  );
}
