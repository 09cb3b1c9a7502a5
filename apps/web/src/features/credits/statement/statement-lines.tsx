import type { Locale, StatementLine } from '@app/contracts';
import { ChevronDown } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits } from '../../../shared/format';
import { useFormatDate } from '../../../shared/hooks/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { IconButton } from '../../../shared/ui/actions/icon-button';
import { RowSubject } from './row-subject';
import { toRows, type StatementRow } from './statement-rows';

const HEAD = 'px-3 pb-2 text-sm font-semibold text-ink-3 first:ps-0 last:pe-0';
const CELL = 'px-3 py-2 first:ps-0 last:pe-0';

/** With a sign before anything but zero; the minus is as wide as the plus. */
const signed = (credits: number, locale: Locale): string =>
  (credits > 0 ? '+' : credits < 0 ? '−' : '') + formatCredits(Math.abs(credits), locale);

export function StatementLines({ lines }: { lines: StatementLine[] }) {
  const rows = toRows(lines);
  return (
    <>
      <RowTable rows={rows} />
      <RowBlocks rows={rows} />
    </>
  );
}

/** The ledger's lines of a row are shown on demand, where there are several. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  return { isOpen: (id: number) => open.has(id), toggle };
}

function RowTable({ rows }: { rows: StatementRow[] }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const { isOpen, toggle } = useOpenRows();
  const id = useId();
  return (
    <table aria-label={t('title')} className="tabular w-full text-start max-md:hidden">
      <TableHead />
      {rows.map((row) => (
        <tbody key={row.id} className="border-b border-line">
          <tr>
            <th scope="row" className={cx(CELL, 'max-w-0 text-start font-normal')}>
              <RowSubject row={row} />
            </th>
            <td className={cx(CELL, 'text-end text-sm whitespace-nowrap text-ink-3')}>
              <LineTime at={row.at} />
            </td>
            <td className={cx(CELL, 'text-end whitespace-nowrap')}>
              <Change credits={row.credits} />
            </td>
            <td className={cx(CELL, 'text-end whitespace-nowrap text-ink-2')}>{formatCredits(row.balance, locale)}</td>
            <td className="w-10">
              <Toggle row={row} open={isOpen(row.id)} controls={`${id}-${row.id}`} onToggle={() => toggle(row.id)} />
            </td>
          </tr>
          {isOpen(row.id)
            ? row.lines.toReversed().map((line, index) => (
                <tr key={line.id} id={index === 0 ? `${id}-${row.id}` : undefined} className="text-sm text-ink-2">
                  <th scope="row" className="py-1 ps-20 text-start font-normal">
                    {t(`kinds.${line.kind}`)}
                  </th>
                  <td className={cx(CELL, 'text-end whitespace-nowrap')}>
                    <LineTime at={line.at} />
                  </td>
                  <td className={cx(CELL, 'text-end whitespace-nowrap')}>{signed(line.credits, locale)}</td>
                  <td className={cx(CELL, 'text-end whitespace-nowrap')}>{formatCredits(line.balance, locale)}</td>
                  <td />
                </tr>
              ))
            : null}
        </tbody>
      ))}
    </table>
  );
}

function TableHead() {
  const { t } = useTranslation('statement');
  return (
    <thead>
      <tr className="border-b border-line">
        <th scope="col" className={cx(HEAD, 'w-full text-start')}>
          {t('columns.what')}
        </th>
        <th scope="col" className={cx(HEAD, 'text-end')}>
          {t('columns.time')}
        </th>
        <th scope="col" className={cx(HEAD, 'text-end')}>
          {t('columns.change')}
        </th>
        <th scope="col" className={cx(HEAD, 'text-end')}>
          {t('columns.balance')}
        </th>
        <td className="w-10" />
      </tr>
    </thead>
  );
}

function RowBlocks({ rows }: { rows: StatementRow[] }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const { isOpen, toggle } = useOpenRows();
  const id = useId();
  return (
    <ul aria-label={t('title')} className="tabular border-t border-line md:hidden">
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line py-3"
        >
          <RowSubject row={row} />
          <Change credits={row.credits} />
          <span className="flex items-center gap-1 text-sm text-ink-3">
            <LineTime at={row.at} />
            <Toggle row={row} open={isOpen(row.id)} controls={`${id}-${row.id}`} onToggle={() => toggle(row.id)} />
          </span>
          <span className="text-end text-sm text-ink-3">
            {t('balanceAfter', { credits: formatCredits(row.balance, locale) })}
          </span>
          {isOpen(row.id) ? (
            <dl id={`${id}-${row.id}`} className="col-span-full grid grid-cols-[1fr_auto] gap-x-3 text-sm text-ink-2">
              {row.lines.toReversed().map((line) => (
                <Fragment key={line.id}>
                  <dt>
                    {t(`kinds.${line.kind}`)} · <LineTime at={line.at} />
                  </dt>
                  <dd className="text-end">{signed(line.credits, locale)}</dd>
                </Fragment>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface ToggleProps {
  row: StatementRow;
  open: boolean;
  controls: string;
  onToggle: () => void;
}

function Toggle({ row, open, controls, onToggle }: ToggleProps) {
  const { t } = useTranslation('statement');
  if (row.lines.length < 2) return null;
  return (
    <IconButton
      label={t(open ? 'linesHide' : 'linesShow', { count: row.lines.length })}
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

/** By the reader's clock. */
function LineTime({ at }: { at: string }) {
  const formatDate = useFormatDate();
  return <time dateTime={at}>{formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}</time>;
}

function Change({ credits }: { credits: number }) {
  const locale = useLocale();
  return (
    <span className={cx('text-end font-semibold', credits > 0 && 'text-ok-text', credits === 0 && 'text-ink-3')}>
      {signed(credits, locale)}
    </span>
  );
}
