import { CHEAPEST_UNITS, SIZES, STYLES, toCredits } from '@app/contracts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../shared/format/format';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useLocale } from '../../shared/i18n/locale-context';
import { readPromptDraft } from '../../shared/storage/prompt-draft';

/** The prompt that waits for the sign-in, if one was begun. */
export function WaitingPrompt() {
  const { t } = useTranslation('session');
  const [draft] = useState(readPromptDraft);
  const prompt = useHydrated() ? draft : '';
  if (prompt.trim() === '') return null;
  return (
    <figure className="grid gap-2 rounded-sheet border border-line bg-surface p-4 shadow-sheet">
      <figcaption className="text-sm font-semibold text-amber-text">{t('login.waiting')}</figcaption>
      <blockquote className="line-clamp-4 text-lg">{prompt}</blockquote>
    </figure>
  );
}

export function SignInReasons() {
  const { t } = useTranslation('session');
  const locale = useLocale();
  const reasons = [
    t('login.reasons.price', { credits: formatCredits(toCredits(CHEAPEST_UNITS), locale) }),
    t('login.reasons.settings', { styles: STYLES.length, sizes: SIZES.length }),
    t('login.reasons.gallery'),
    t('login.reasons.password'),
  ];
  return (
    <ul className="grid gap-2.5">
      {reasons.map((reason) => (
        <li key={reason} className="flex items-start gap-2.5 text-ink-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-amber-text" />
          {reason}
        </li>
      ))}
    </ul>
  );
}
