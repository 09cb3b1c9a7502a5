import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { prefillGenerateForm } from '../entities/generation/prefill-generate-form';
import { EXPLORE_WORKS } from '../entities/sample/explore-works';
import { SHEET_ACTION, SampleSheet } from '../entities/sample/sample-sheet';
import type { SampleWork } from '../entities/sample/sample-works';
import { workInput } from '../entities/sample/work-input';
import { useAddress, useLocale } from '../shared/i18n/locale-context';
import { ButtonLink } from '../shared/ui/actions/button';

export function Page() {
  const { t } = useTranslation(['explore', 'meta']);
  const to = useAddress();
  return (
    <div className="page grid gap-12 pt-8 lg:pt-12">
      <header className="grid gap-3">
        <h1 className="text-3xl">{t('meta:explore.title')}</h1>
        <p className="max-w-[46ch] text-lg text-ink-2">{t('meta:explore.description')}</p>
      </header>
      <SampleSheet label={t('label')} works={EXPLORE_WORKS} eager renderAction={(work) => <UsePrompt work={work} />} />
      <section className="grid justify-items-start gap-3 border-t border-line pt-8">
        <h2 className="text-2xl">{t('closing')}</h2>
        <p className="text-ink-2">{t('closingText')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="primary" size="lg" to={to('generate')}>
            {t('write')}
          </ButtonLink>
          <ButtonLink size="lg" to={to('guide')}>
            {t('guide')}
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}

/** Without scripts it is a link to the generate page with the style and size of the work. */
function UsePrompt({ work }: { work: SampleWork }) {
  const { t } = useTranslation('explore');
  const locale = useLocale();
  const to = useAddress();
  const { style, size } = work;
  const prompt = work.prompt[locale];
  const prefill = (event: MouseEvent) => {
    // Another tab or window has a draft of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    prefillGenerateForm(workInput(work, locale));
  };
  return (
    <Link
      to={to('generate', { query: { style, size } })}
      onClick={prefill}
      aria-label={t('useNamed', { prompt })}
      className={SHEET_ACTION}
    >
      {t('use')}
    </Link>
  );
}
