import { Shuffle } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAMPLE_WORKS, sampleImage, type SampleWork } from './sample-works';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { JustifiedRows, cellStyle } from '../../shared/ui/images/justified-rows';
import { ResponsiveImage } from '../../shared/ui/images/responsive-image';

const SHOWN = 5;

/** Sample works; `onUse` takes over the prompt and settings of the one that is pressed. */
export function ExampleWorks({ onUse }: { onUse: (work: SampleWork) => void }) {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const heading = useId();
  const [first, setFirst] = useState(0);
  const shown = Array.from({ length: SHOWN }, (_, index) => SAMPLE_WORKS[(first + index) % SAMPLE_WORKS.length]);
  return (
    <section aria-labelledby={heading} className="grid gap-2">
      <div className="flex items-center justify-between gap-4">
        <h2 id={heading} className="text-sm font-semibold">
          {t('examples.title')}
        </h2>
        <Button
          variant="ghost"
          className="-me-4"
          icon={<Shuffle aria-hidden="true" className="size-4" />}
          onClick={() => setFirst((first + SHOWN) % SAMPLE_WORKS.length)}
        >
          {t('examples.others')}
        </Button>
      </div>
      <JustifiedRows className="[--row:104px] [--sheet-gap:6px]">
        {shown
          .flatMap((work) => (work ? [work] : []))
          .map((work) => (
            <li key={work.id} style={cellStyle(sampleImage(work))}>
              <Button
                variant="plain"
                aria-label={work.prompt[locale]}
                title={work.prompt[locale]}
                onClick={() => onUse(work)}
                className="block w-full rounded-image transition-opacity duration-120 hover:opacity-85"
              >
                <ResponsiveImage source={sampleImage(work)} alt="" sizes="180px" preview className="w-full" />
              </Button>
            </li>
          ))}
      </JustifiedRows>
    </section>
  );
}
