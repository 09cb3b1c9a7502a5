import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Change, EntryTime, signed, Toggle, useOpenRows } from './row-parts';
import { RowSubject } from './row-subject';
import type { StatementDay, StatementRow } from './group-entries';

/** For narrow screens. */
export function StatementCards({ days }: { days: readonly StatementDay[] }) {
  const { t } = useTranslation('statement');
  const { isOpen, toggle } = useOpenRows();
  const id = useId();
  return (
    <section aria-label={t('title')} className="tabular grid gap-6 md:hidden">
      {days.map(({ name, rows }) => (
        <div key={rows[0]?.id}>
          <h3 id={`${id}-day-${rows[0]?.id}`} className="border-b border-line pb-2 text-base">
            {name}
          </h3>
          <ul aria-labelledby={`${id}-day-${rows[0]?.id}`}>
            {rows.map((row) => (
              <Block
                key={row.id}
                id={`${id}-${row.id}`}
                row={row}
                open={isOpen(row.id)}
                onToggle={() => toggle(row.id)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface BlockProps {
  id: string;
  row: StatementRow;
  open: boolean;
  onToggle: () => void;
}

function Block({ id, row, open, onToggle }: BlockProps) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  return (
    <li className="grid gap-1 border-b border-line py-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3">
        <RowSubject row={row} />
        <Change credits={row.credits} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-ink-3">
        <span className="flex items-center gap-1">
          <EntryTime at={row.at} />
          <Toggle row={row} open={open} controls={id} onToggle={onToggle} />
        </span>
        {t('balanceAfter', { credits: formatCredits(row.balance, locale) })}
      </div>
      {open ? (
        <dl id={id} className="grid grid-cols-[1fr_auto] gap-x-3 text-sm text-ink-2">
          {row.lines.toReversed().map((line) => (
            <Fragment key={line.id}>
              <dt>
                {t(`kinds.${line.kind}`)} · <EntryTime at={line.at} precise />
              </dt>
              <dd className="text-end">{signed(line.credits, locale)}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
    </li>
  );
}
