import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../cx';
import { pageWindow } from './page-window';
import { Button } from '../actions/button';

interface PaginationProps {
  page: number;
  pages: number;
  /** Never called with the current page or one that does not exist. */
  onChange: (page: number) => void;
}

const BUTTON =
  'tabular inline-grid min-h-10 min-w-10 place-items-center rounded-control px-2 text-sm font-semibold text-ink-2 ' +
  'transition-colors duration-120 [&_svg]:size-5';
const HOVER = 'enabled:hover:bg-hover enabled:hover:text-ink';

export function Pagination({ page, pages, onChange }: PaginationProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  const go = (target: number) => {
    if (target !== page && target >= 1 && target <= pages) onChange(target);
  };
  return (
    <nav aria-label={t('pagination.label')} className="flex flex-wrap items-center justify-center gap-1">
      <Turn label={t('pagination.previous')} isEnd={page <= 1} onClick={() => go(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </Turn>
      {pageWindow(page, pages).map((number) => (
        <Button
          variant="plain"
          key={number}
          aria-label={t('pagination.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          className={cx(BUTTON, HOVER, number === page && 'bg-amber-tint text-on-amber-tint')}
          onClick={() => go(number)}
        >
          {number}
        </Button>
      ))}
      <Turn label={t('pagination.next')} isEnd={page >= pages} onClick={() => go(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </Turn>
    </nav>
  );
}

interface TurnProps {
  label: string;
  /** Not disabled there, so that it keeps the focus. */
  isEnd: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Turn({ label, isEnd, onClick, children }: TurnProps) {
  return (
    <Button
      variant="plain"
      aria-label={label}
      aria-disabled={isEnd || undefined}
      className={cx(BUTTON, isEnd ? 'opacity-40' : HOVER)}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
