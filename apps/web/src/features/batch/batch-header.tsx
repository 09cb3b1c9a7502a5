import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The same for everybody, so that it stays in its place when it is known who is here. */
export function BatchHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('batch');
  return (
    <header className="grid max-w-xl gap-2">
      <h1 className="text-2xl lg:text-3xl">{t('title')}</h1>
      <p className="text-lg text-ink-2">{t('lead')}</p>
      {children}
    </header>
  );
}
