import { SIZE_PIXELS } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../shared/i18n/locale-context';
import { ImageGrid, ImageCell } from '../../shared/ui/images/image-grid';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';
import { SAMPLE_WORKS, sampleImage, type SampleWork } from '../../entities/sample/sample-works';
import { Button } from '../../shared/ui/actions/button';

interface SampleSheetProps {
  /** The work in the preview; its cell is circled. */
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
          frameNumber={index + 1}
          note={tOptions(`styles.${work.style}`)}
          marked={shown === work.id}
          ringId={work.id}
          caption={
            <Button
              variant="plain"
              onClick={() => onUse(work)}
              className="group/use mt-1 block min-h-11 w-full rounded-control px-2 py-2 text-start text-sm text-ink-2 hover:bg-hover hover:text-ink sm:px-3"
            >
              {work.prompt[locale]}
              <span className="block font-semibold text-amber-text">{t('works.use')}</span>
            </Button>
          }
        >
          <SampleImage work={work} eager={index === 0} alt={work.prompt[locale]} />
        </ImageCell>
      ))}
    </ImageGrid>
  );
}

function SampleImage({ work, eager, alt }: { work: SampleWork; eager: boolean; alt: string }) {
  const { width, height } = SIZE_PIXELS[work.size];
  return (
    <ResponsiveImage
      source={sampleImage(work)}
      alt={alt}
      eager={eager}
      sizes="(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw"
      className={width >= height ? 'w-full' : 'h-full'}
    />
  );
}
