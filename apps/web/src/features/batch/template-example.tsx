import { SIZE_PIXELS } from '@app/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BATCH_WORKS } from '../../entities/sample/batch-works';
import { sampleImage } from '../../entities/sample/sample-works';
import { useLocale } from '../../shared/i18n/locale-context';
import { ImageCell } from '../../shared/ui/images/image-grid';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';

/** One line with choices, and the images that it stands for. */
export function TemplateExample() {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid content-start gap-4">
      <h2 id={heading} className="text-lg">
        {t('oneLine')}
      </h2>
      <code className="rounded-control border border-line bg-surface px-3 py-2 text-sm">{t('example')}</code>
      <ul className="grid grid-cols-2 gap-(--sheet-gap)">
        {BATCH_WORKS.map((work, index) => (
          <ImageCell key={work.id} shape={SIZE_PIXELS[work.size]} frameNumber={index + 1} title={work.prompt[locale]}>
            <ResponsiveImage
              source={sampleImage(work)}
              alt={work.prompt[locale]}
              sizes="(min-width: 1024px) 290px, 45vw"
              className="w-full"
            />
          </ImageCell>
        ))}
      </ul>
    </section>
  );
}
