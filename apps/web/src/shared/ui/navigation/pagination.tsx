import { ChevronLeft, ChevronRight } from 'lucide-react';
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
  'transition-colors duration-120 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-40 [&_svg]:size-5';

export function Pagination({ page, pages, onChange }: PaginationProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  const go = (target: number) => {
    if (target !== page && target >= 1 && target <= pages) onChange(target);
  };
  return (
    <nav aria-label={t('pagination.label')} className="flex flex-wrap items-center justify-center gap-1">
      <Button
        variant="plain"
        className={BUTTON}
        disabled={page <= 1}
        aria-label={t('pagination.previous')}
        onClick={() => go(page - 1)}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      {pageWindow(page, pages).map((number) => (
        <Button
          variant="plain"
          key={number}
          aria-label={t('pagination.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
          className={cx(BUTTON, number === page && 'bg-amber-tint text-on-amber-tint')}
          onClick={() => go(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        variant="plain"
        className={BUTTON}
        disabled={page >= pages}
        aria-label={t('pagination.next')}
        onClick={() => go(page + 1)}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
