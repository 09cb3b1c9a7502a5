import { useTranslation } from 'react-i18next';
import { formatFrameNumber } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';
import { SAMPLE_WORKS, sampleImage, type SampleWork } from '../../entities/sample/sample-works';

export function HeroPrint({ work, arriving }: { work: SampleWork; arriving: boolean }) {
  const { t } = useTranslation('options');
  const locale = useLocale();
  const image = sampleImage(work);
  return (
    <figure className="hidden rounded-sheet bg-surround p-6 pb-0 lg:block">
      <div className="grid aspect-square place-items-center">
        <ResponsiveImage
          source={image}
          alt={work.prompt[locale]}
          arriving={arriving}
          sizes="480px"
          className={image.width >= image.height ? 'w-full' : 'h-full'}
        />
      </div>
      <figcaption className="tabular flex min-h-12 items-center justify-between gap-4 text-xs">
        <span className="text-amber-text">No. {formatFrameNumber(SAMPLE_WORKS.indexOf(work) + 1)}</span>
        <span className="truncate text-ink-3">
          {t(`styles.${work.style}`)} · {work.size}
        </span>
      </figcaption>
    </figure>
  );
}
