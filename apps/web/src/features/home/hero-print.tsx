import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SAMPLE_WORKS, sampleImage, type SampleWork } from '../../entities/sample/sample-works';
import { LANGUAGES } from '../../config/languages';
import { formatFrameNumber } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';

interface HeroPrintProps {
  work: SampleWork;
  arriving: boolean;
  onUse: (work: SampleWork) => void;
}

/** One work as a large print, with what it was made of. */
export function HeroPrint({ work, arriving, onUse }: HeroPrintProps) {
  const { t } = useTranslation(['home', 'options']);
  const locale = useLocale();
  const image = sampleImage(work);
  return (
    <figure
      className="w-full min-w-0 justify-self-end rounded-image bg-print p-2 pb-0 shadow-sheet lg:p-2.5 lg:pb-0"
      style={{ maxWidth: `calc(56dvh * ${image.width / image.height})` }}
    >
      <ResponsiveImage
        source={image}
        alt={work.prompt[locale]}
        arriving={arriving}
        eager
        sizes="(min-width: 1024px) 560px, calc(100vw - 48px)"
        className="w-full"
      />
      <figcaption className="tabular flex min-h-12 items-center justify-between gap-4 px-1 text-xs">
        <span className="flex min-w-0 flex-wrap gap-x-3 py-1">
          <span className="text-amber-text">No. {formatFrameNumber(SAMPLE_WORKS.indexOf(work) + 1)}</span>
          <span className="text-ink-3">
            {t(`options:styles.${work.style}`)} · {work.size} · {t('home:works.made')}
          </span>
        </span>
        <Button
          variant="plain"
          aria-label={t('home:works.use') + LANGUAGES[locale].colon + work.prompt[locale]}
          onClick={() => onUse(work)}
          className="inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-control text-sm font-semibold text-amber-text"
        >
          {t('home:works.use')}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Button>
      </figcaption>
    </figure>
  );
}
