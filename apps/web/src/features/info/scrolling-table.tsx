import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fadeEnds } from '../../shared/ui/navigation/fade-ends';

interface ScrollingTableProps {
  about: string | undefined;
  /** On a phone, too, its columns need more room than there is. */
  isWide?: boolean;
  children?: ReactNode;
}

/** A wide table scrolls by itself, not the page; the keyboard must be able to reach it. */
export function ScrollingTable({ about, isWide = false, children }: ScrollingTableProps) {
  const { t } = useTranslation('info');
  return (
    <div
      ref={fadeEnds}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      role="group"
      aria-label={about ? t('tableOf', { about }) : t('table')}
      className="overflow-x-auto"
    >
      <table className={isWide ? 'min-w-120' : 'sm:min-w-120'}>{children}</table>
    </div>
  );
}
