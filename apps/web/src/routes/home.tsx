import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Closing } from '../features/home/closing';
import { Hero } from '../features/home/hero';
import { MoreReasons } from '../features/home/more-reasons';
import { Promises } from '../features/home/promises';
import { SampleSheet } from '../features/home/sample-sheet';
import type { SampleWork } from '../features/home/sample-works';
import { useLocale } from '../shared/i18n/locale-context';
import { readPromptDraft } from '../shared/prompt-draft';

export function Page() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const [prompt, setPrompt] = useState(readPromptDraft);
  const [chosen, setChosen] = useState<string | null>(null);
  const use = (work: SampleWork) => {
    setPrompt(work.prompt[locale]);
    setChosen(work.id);
  };
  return (
    <>
      <Hero prompt={prompt} onPrompt={setPrompt} />
      <section aria-labelledby="works" className="page grid gap-4">
        <h2 id="works" className="text-sm text-ink-3">
          {t('works.title')}
        </h2>
        <SampleSheet chosen={chosen} onUse={use} />
      </section>
      <Promises />
      <MoreReasons />
      <Closing />
    </>
  );
}
