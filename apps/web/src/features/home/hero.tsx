import { SIZES, STYLES, CHEAPEST_UNITS, toCredits } from '@app/contracts';
import { ArrowRight } from 'lucide-react';
import { useId, type SyntheticEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { formatCredits } from '../../shared/format/format';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { writePromptDraft } from '../../shared/storage/prompt-draft';
import { Badge } from '../../shared/ui/feedback/badge';
import { Button, ButtonLink } from '../../shared/ui/actions/button';
import { HeroPrint } from './hero-print';
import type { SampleWork } from '../../entities/sample/sample-works';

interface HeroProps {
  prompt: string;
  onPrompt: (prompt: string) => void;
  promptRef: RefObject<HTMLTextAreaElement | null>;
  /** The work in the preview. */
  work: SampleWork;
  /** It was just chosen: it develops. */
  arriving: boolean;
  onUse: (work: SampleWork) => void;
}

/** What it is, in one line, and the box to begin with at once. */
export function Hero({ prompt, onPrompt, promptRef, work, arriving, onUse }: HeroProps) {
  const { t } = useTranslation('home');
  const to = useAddress();
  const user = useUser();
  return (
    <section className="page grid items-center gap-12 py-8 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] lg:py-10">
      <div className="grid gap-6">
        <div className="grid gap-5">
          <span className="justify-self-start">
            <Badge tone="amber">{t('hero.badge')}</Badge>
          </span>
          <h1 className="whitespace-pre-line text-hero">{t('hero.title')}</h1>
          <p className="max-w-[46ch] text-lg text-ink-2">{t('hero.lead')}</p>
        </div>
        <PromptBox prompt={prompt} onPrompt={onPrompt} promptRef={promptRef} />
        <div className="grid gap-5">
          <Chips />
          <div className="flex flex-wrap gap-1">
            <ButtonLink to={to('gallery')} size="lg">
              {t('hero.explore')}
              <ArrowRight aria-hidden="true" className="size-4" />
            </ButtonLink>
            {user ? null : (
              <ButtonLink variant="ghost" size="lg" to={to('explore')} data-for-visitors>
                {t('hero.examples')}
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
      <HeroPrint key={work.id} work={work} arriving={arriving} onUse={onUse} />
    </section>
  );
}

function PromptBox({ prompt, onPrompt, promptRef }: Pick<HeroProps, 'prompt' | 'onPrompt' | 'promptRef'>) {
  const { t } = useTranslation('home');
  const to = useAddress();
  const navigate = useNavigate();
  const user = useUser();
  const id = useId();
  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    // As it stands in the field: a press that was kept may come before the state follows what was typed.
    writePromptDraft(promptRef.current?.value ?? prompt);
    void navigate(user ? to('generate') : to('login', { query: { redirect: to('generate') } }));
  };
  return (
    <form
      onSubmit={begin}
      className="flex flex-col gap-3 rounded-sheet border border-field bg-surface p-3 shadow-sheet focus-within:border-ink-2 sm:flex-row sm:items-end"
    >
      <label htmlFor={id} className="sr-only">
        {t('hero.promptLabel')}
      </label>
      <textarea
        ref={promptRef}
        id={id}
        rows={2}
        value={prompt}
        placeholder={t('hero.placeholder')}
        onChange={(event) => onPrompt(event.target.value)}
        className="field-sizing-content max-h-48 min-h-14 flex-1 resize-none rounded-control bg-transparent px-2 py-1.5 text-lg"
      />
      <Button type="submit" variant="primary" size="lg" className="min-w-40">
        {user ? t('hero.startCreating') : t('hero.getStarted')}
      </Button>
    </form>
  );
}

function Chips() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const chips = [
    t('chips.price', { credits: formatCredits(toCredits(CHEAPEST_UNITS), locale) }),
    t('chips.styles', { count: STYLES.length }),
    t('chips.sizes', { count: SIZES.length }),
    t('chips.languages'),
  ];
  return (
    <ul className="tabular flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
      {chips.map((chip) => (
        <li key={chip} className="flex items-center gap-2">
          <span aria-hidden="true" className="size-1.5 rounded-pill bg-amber" />
          {chip}
        </li>
      ))}
    </ul>
  );
}
