import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';
import { useDelayed } from '../../hooks/use-delayed';

const APPEARS_AFTER_MS = 150;

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-breathe rounded-image bg-hover', className)} />;
}

/** Of the credits in the navigation bar, while nobody knows how many there are. */
export const ChipPlace = () => <Skeleton className="h-10 w-18 rounded-control" />;

/** The prerendered page that this one takes the place of shows its placeholders already (`first-images.js`). */
const isShownBefore = () => typeof document !== 'undefined' && document.querySelector('[inert] [data-shown]') !== null;

/**
 * Shows `placeholder` while loading, but not for what takes a blink. It keeps its space from the start, so that nothing
 * jumps when it appears or is replaced.
 */
export function Loading({
  active,
  placeholder,
  children,
}: {
  active: boolean;
  placeholder: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const [wasShown] = useState(isShownBefore);
  const visible = useDelayed(active, APPEARS_AFTER_MS, wasShown);
  if (!active) return children;
  const appearing = wasShown ? '' : 'animate-appear';
  return (
    <>
      {/* Beside what is busy: NVDA says nothing of what changes within it. */}
      <span role="status" className="sr-only">
        {visible ? t('state.loading') : ''}
      </span>
      <div aria-busy="true" className={visible ? appearing : 'invisible'}>
        {placeholder}
      </div>
    </>
  );
}
