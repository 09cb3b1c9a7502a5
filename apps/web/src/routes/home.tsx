import { ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Closing } from '../features/home/closing';
import { Hero } from '../features/home/hero';
import { MoreReasons } from '../features/home/more-reasons';
import { Promises } from '../features/home/promises';
import { usePrompt } from '../features/home/use-prompt';
import { SHEET_ACTION, SampleSheet } from '../entities/sample/sample-sheet';
import { SAMPLE_WORKS, type SampleWork } from '../entities/sample/sample-works';
import { LANGUAGES } from '../config/languages';
import { useAddress, useLocale } from '../shared/i18n/locale-context';
import { prefersStillness } from '../shared/browser/reduced-motion';
import { Button, ButtonLink } from '../shared/ui/actions/button';

/** Shown before anything was chosen; two full rows of others stand below it. */
const OPENING = 0;
const FURTHER_WORKS = SAMPLE_WORKS.slice(OPENING + 1, OPENING + 9);

export function Page() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const to = useAddress();
  const [chosen, setChosen] = useState<SampleWork | null>(null);
  const promptRef = useRef<HTMLTextAreaElement>(null);
  const { prompt, change, replace } = usePrompt(promptRef);
  const work = chosen ?? SAMPLE_WORKS[OPENING];
  const use = (sample: SampleWork) => {
    replace(sample.prompt[locale]);
    setChosen(sample);
    promptRef.current?.scrollIntoView({ block: 'center', behavior: prefersStillness() ? 'auto' : 'smooth' });
    promptRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {work ? (
        <Hero
          prompt={prompt}
          onPrompt={change}
          promptRef={promptRef}
          work={work}
          arriving={chosen !== null}
          onUse={use}
        />
      ) : null}
      <section aria-labelledby="works" data-below-fold className="page grid gap-4">
        <div className="flex items-center justify-between gap-4">
          <h2 id="works" className="text-lg">
            {t('works.title')}
          </h2>
          <ButtonLink variant="ghost" className="-me-4" to={to('explore')}>
            {t('works.all')}
            <ArrowRight aria-hidden="true" className="size-4" />
          </ButtonLink>
        </div>
        <SampleSheet
          label={t('works.label')}
          works={FURTHER_WORKS}
          firstNumber={OPENING + 2}
          shown={work?.id ?? null}
          renderAction={(sample) => <UseAction work={sample} onUse={use} />}
        />
      </section>
      <Promises />
      <MoreReasons />
      <Closing />
    </>
  );
}

function UseAction({ work, onUse }: { work: SampleWork; onUse: (work: SampleWork) => void }) {
  const { t } = useTranslation('home');
  const locale = useLocale();
  return (
    <Button
      variant="plain"
      aria-label={t('works.use') + LANGUAGES[locale].colon + work.prompt[locale]}
      onClick={() => onUse(work)}
      className={SHEET_ACTION}
    >
      {t('works.use')}
    </Button>
  );
}
