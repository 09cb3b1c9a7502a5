import type { Locale } from '@app/contracts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits, formatFrameNumber } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import type { StatementRow } from './group-entries';

/** With a sign before anything but zero; the minus is as wide as the plus. */
export const signed = (credits: number, locale: Locale): string =>
  (credits > 0 ? '+' : credits < 0 ? '−' : '') + formatCredits(Math.abs(credits), locale);

/** The ledger's lines of a row are shown on demand, where there are several. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  return { isOpen: (id: number) => open.has(id), toggle };
}

interface ToggleProps {
  row: StatementRow;
  open: boolean;
  controls: string;
  onToggle: () => void;
}

export function Toggle({ row, open, controls, onToggle }: ToggleProps) {
  const { t } = useTranslation('statement');
  const [newest] = row.lines;
  // Only those of one image are put together.
  if (row.lines.length < 2 || !newest?.picture) return null;
  return (
    <IconButton
      label={t(open ? 'linesHide' : 'linesShow', {
        count: row.lines.length,
        frame: formatFrameNumber(newest.picture.frameNumber),
      })}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      icon={
        <ChevronDown aria-hidden="true" className={cx('transition-transform duration-120', open && 'rotate-180')} />
      }
      onClick={onToggle}
      className="size-9 [&_svg]:size-4"
    />
  );
}

/** By the reader's clock; `precise`: with seconds. */
export function EntryTime({ at, precise = false }: { at: string; precise?: boolean }) {
  const formatDate = useFormatDate();
  return <time dateTime={at}>{formatDate(at, { timeStyle: precise ? 'medium' : 'short' })}</time>;
}

export function Change({ credits }: { credits: number }) {
  const locale = useLocale();
  return (
    <span className={cx('text-end font-semibold', credits > 0 && 'text-ok-text', credits === 0 && 'text-ink-3')}>
      {signed(credits, locale)}
    </span>
  );
}
