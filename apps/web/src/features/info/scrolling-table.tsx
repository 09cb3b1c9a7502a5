import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A wide table scrolls by itself, not the page; the keyboard must be able to reach it. */
export function ScrollingTable({ about, children }: { about: string | undefined; children?: ReactNode }) {
  const { t } = useTranslation('info');
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      role="group"
      aria-label={about ? t('tableOf', { about }) : t('table')}
      className="overflow-x-auto"
    >
      <table className="min-w-120">{children}</table>
    </div>
  );
}
