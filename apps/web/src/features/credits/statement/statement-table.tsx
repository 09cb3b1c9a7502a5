import type { StatementLine } from '@app/contracts';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Change, EntryTime, signed, Toggle, useOpenRows } from './row-parts';
import { RowSubject } from './row-subject';
import type { StatementDay } from './group-entries';

const HEAD = 'px-3 pb-2 text-sm font-semibold whitespace-nowrap text-ink-3 first:ps-0 last:pe-0';
const CELL = 'px-3 py-2 first:ps-0 last:pe-0';

/** For wide screens. */
export function StatementTable({ days }: { days: readonly StatementDay[] }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const { isOpen, toggle } = useOpenRows();
  const id = useId();
  return (
    <table aria-label={t('title')} className="tabular w-full text-start max-md:hidden">
      <TableHead />
      {days.map(({ name, rows }) => (
        <tbody key={rows[0]?.id}>
          <tr className="border-b border-line">
            <th scope="rowgroup" colSpan={5} className="pt-6 pb-2 text-start text-base font-semibold">
              {name}
            </th>
          </tr>
          {rows.map((row) => (
            <Fragment key={row.id}>
              <tr className={isOpen(row.id) ? undefined : 'border-b border-line'}>
                <th scope="row" className={cx(CELL, 'max-w-0 text-start font-normal')}>
                  <RowSubject row={row} />
                </th>
                <td className={cx(CELL, 'text-end text-sm whitespace-nowrap text-ink-3')}>
                  <EntryTime at={row.at} />
                </td>
                <td className={cx(CELL, 'text-end whitespace-nowrap')}>
                  <Change credits={row.credits} />
                </td>
                <td className={cx(CELL, 'text-end whitespace-nowrap text-ink-2')}>
                  {formatCredits(row.balance, locale)}
                </td>
                <td className="w-10">
                  <Toggle
                    row={row}
                    open={isOpen(row.id)}
                    controls={`${id}-${row.id}`}
                    onToggle={() => toggle(row.id)}
                  />
                </td>
              </tr>
              {isOpen(row.id) ? <EntryRows id={`${id}-${row.id}`} lines={row.lines} /> : null}
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function EntryRows({ id, lines }: { id: string; lines: readonly StatementLine[] }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  return lines.toReversed().map((line, index) => (
    <tr
      key={line.id}
      id={index === 0 ? id : undefined}
      className={cx('text-sm text-ink-2', index === lines.length - 1 && 'border-b border-line')}
    >
      <th scope="row" className="py-1 ps-20 text-start font-normal">
        {t(`kinds.${line.kind}`)}
      </th>
      <td className={cx(CELL, 'text-end whitespace-nowrap')}>
        <EntryTime at={line.at} precise />
      </td>
      <td className={cx(CELL, 'text-end whitespace-nowrap')}>{signed(line.credits, locale)}</td>
      <td className={cx(CELL, 'text-end whitespace-nowrap')}>{formatCredits(line.balance, locale)}</td>
      <td />
    </tr>
  ));
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
