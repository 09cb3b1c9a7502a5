import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../config/languages';
import { useLocale } from '../../../shared/i18n/locale-context';
import { ResponsiveImage } from '../../../shared/ui/images/responsive-image';
import type { Pair } from './compare-slider';
import type { Compared } from './compared';

export function SideBySide({ before, after }: Pair) {
  const { t } = useTranslation('compare');
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Half image={before} label={t('before')} />
      <Half image={after} label={t('after')} />
    </div>
  );
}

function Half({ image, label }: { image: Compared; label: string }) {
  const locale = useLocale();
  const ratio = image.width / image.height;
  return (
    <figure className="grid content-center justify-items-center gap-2">
      <div className="w-full" style={{ maxWidth: `min(100%, calc(var(--stage-height) * ${ratio}))` }}>
        <ResponsiveImage
          source={image}
          alt={label + LANGUAGES[locale].colon + image.prompt}
          sizes="(min-width: 1024px) 36vw, (min-width: 640px) 50vw, 100vw"
          eager
        />
      </div>
      <figcaption className="text-sm font-semibold text-ink-2">{label}</figcaption>
    </figure>
  );
}
