import { useTranslation } from 'react-i18next';

const REASONS = ['privacy', 'quality', 'multilingual', 'crossPlatform'] as const;

export function MoreReasons() {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="more" className="page grid gap-8 py-18 lg:grid-cols-[1fr_2fr]">
      <h2 id="more" className="text-2xl">
        {t('more.title')}
      </h2>
      <ul className="grid gap-x-12 sm:grid-cols-2">
        {REASONS.map((reason) => (
          <li key={reason} className="grid content-start gap-2 border-t border-line py-6">
            <h3 className="text-base">{t(`more.${reason}.title`)}</h3>
            <p className="text-ink-2">{t(`more.${reason}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
