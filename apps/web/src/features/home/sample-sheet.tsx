import { SIZE_PIXELS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shared/i18n/locale-context';
import { ImageGrid, ImageCell } from '../../shared/ui/images/image-grid';
import { fillsWidth } from '../../shared/ui/images/justified-rows';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';
import { SAMPLE_WORKS, sampleImage, type SampleWork } from '../../entities/sample/sample-works';
import { Button } from '../../shared/ui/actions/button';

interface SampleSheetProps {
  /** The work in the large print. */
  shown: string | null;
  onUse: (work: SampleWork) => void;
}

export function SampleSheet({ shown, onUse }: SampleSheetProps) {
  const { t } = useTranslation('home');
  const { t: tOptions } = useTranslation('options');
  const locale = useLocale();
  return (
    <ImageGrid label={t('works.label')}>
      {SAMPLE_WORKS.map((work, index) => (
        <ImageCell
          key={work.id}
          shape={SIZE_PIXELS[work.size]}
          frameNumber={index + 1}
          note={tOptions(`styles.${work.style}`)}
          title={work.prompt[locale]}
          selected={shown === work.id}
          below={
            <Button
              variant="plain"
              aria-label={`${t('works.use')}: ${work.prompt[locale]}`}
              onClick={() => onUse(work)}
              className="flex min-h-10 w-full items-center rounded-control px-1 text-start text-sm font-semibold text-amber-text hover:bg-hover"
            >
              {t('works.use')}
            </Button>
          }
        >
          <ResponsiveImage
            source={sampleImage(work)}
            alt={work.prompt[locale]}
            eager={index === 0}
            sizes="(min-width: 1024px) 320px, (min-width: 640px) 50vw, 90vw"
            className={fillsWidth(SIZE_PIXELS[work.size]) ? 'w-full' : 'h-full'}
          />
        </ImageCell>
      ))}
    </ImageGrid>
  );
}
