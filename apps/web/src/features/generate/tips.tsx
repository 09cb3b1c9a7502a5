import { Lightbulb } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const TIPS = ['1', '2', '3', '4'] as const;

export function Tips() {
  const { t } = useTranslation('generate');
  return (
    <details className="group border-t border-line pt-4">
      <summary className="flex min-h-10 items-center gap-2 text-sm font-semibold text-ink-2 hover:text-ink">
        <Lightbulb aria-hidden="true" className="size-4" />
        {t('tips.title')}
      </summary>
      <ul className="mt-2 grid gap-2 ps-6 text-sm text-ink-2">
        {TIPS.map((tip) => (
          <li key={tip} className="list-disc">
            {t(`tips.${tip}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}
