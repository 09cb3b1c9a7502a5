import { Fragment, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { NARROW, useMedia } from '../../../shared/browser/use-media';
import { showUndo } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { putRowsBack } from '../draft';
import type { DraftHandle } from '../use-draft';
import { RowEditor } from './row-editor';
import { PriceCell, PromptCell, RowButtons, SettingsCell } from './row-parts';
import type { CheckedRow, CheckedRows } from './use-checked-rows';

interface RowListProps {
  handle: DraftHandle;
  checked: CheckedRows;
  limit: number;
  maxCount: number;
}

interface ShownRow {
  row: CheckedRow;
  number: number;
  isPaid: boolean;
  /** Null while it is not being edited. */
  editor: ReactNode;
  buttons: ReactNode;
}

const HEAD = 'px-3 pb-2 text-sm whitespace-nowrap font-semibold text-ink-3 first:ps-0 last:pe-0';
const CELL = 'px-3 py-2 align-top first:ps-0 last:pe-0';

/** A table; on a narrow screen a card for each row. */
export function RowList({ handle, checked, limit, maxCount }: RowListProps) {
  const isNarrow = useMedia(NARROW);
  const [open, setOpen] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpen(null);
  const { rows, affordable } = checked;
  const shown = rows.map((row, index): ShownRow => {
    const number = index + 1;
    const isOpen = open === row.id;
    return {
      row,
      number,
      isPaid: index < affordable,
      editor: isOpen ? (
        <RowEditor
          row={row}
          number={number}
          shared={handle.draft.shared}
          maxCount={maxCount}
          onChange={(cells) => handle.changeRow(row.id, cells)}
          onClose={() => {
            close();
            document.querySelector<HTMLElement>(`[data-edits="${row.id}"]`)?.focus();
          }}
        />
      ) : null,
      buttons: (
        <RowButtons
          id={row.id}
          number={number}
          isOpen={isOpen}
          canCopy={rows.length < limit}
          onEdit={() => setOpen(isOpen ? null : row.id)}
          onCopy={() => handle.copyRow(row.id)}
          onRemove={() => {
            handle.removeRow(row.id);
            // A later row may get its number.
            if (isOpen) close();
            // The button that had the focus is gone.
            heading.current?.focus();
          }}
        />
      ),
    };
  });
  return (
    <>
      <div className="flex items-baseline justify-between gap-4">
        <Heading ref={heading} count={rows.length} limit={limit} />
        <ClearButton handle={handle} />
      </div>
      {isNarrow ? <RowCards rows={shown} affordable={affordable} /> : <RowTable rows={shown} affordable={affordable} />}
    </>
  );
}

function ClearButton({ handle: { draft, change } }: { handle: DraftHandle }) {
  const { t } = useTranslation('batch');
  const clear = () => {
    change({ rows: [] });
    showUndo('batch-draft', t('rows.cleared', { count: draft.rows.length }), {
      label: t('undo'),
      run: () => putRowsBack(draft.rows),
    });
  };
  return (
    <Button variant="ghost" className="-me-4" onClick={clear}>
      {t('rows.clear')}
    </Button>
  );
}

interface HeadingProps {
  ref: RefObject<HTMLHeadingElement | null>;
  count: number;
  limit: number;
}

function Heading({ ref, count, limit }: HeadingProps) {
  const { t } = useTranslation('batch');
  return (
    <h2 ref={ref} tabIndex={-1} className="text-xl">
      {t('rows.title')}{' '}
      <span className={cx('tabular text-base font-normal', count > limit ? 'text-danger-text' : 'text-ink-3')}>
        {t('rows.count', { count, limit })}
      </span>
    </h2>
  );
}

/** Where the credits end: the rows below wait for more. */
function ReachNote() {
  const { t } = useTranslation('batch');
  return <span className="text-sm text-amber-text">{t('rows.reach')}</span>;
}

function ReachRow() {
  return (
    <tr className="border-b border-line">
      <td colSpan={5} className="py-1">
        <ReachNote />
      </td>
    </tr>
  );
}

function RowTable({ rows, affordable }: { rows: ShownRow[]; affordable: number }) {
  const { t } = useTranslation('batch');
  return (
    <table aria-label={t('rows.label')} className="tabular w-full text-start">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={cx(HEAD, 'text-start')}>
            {t('rows.number')}
          </th>
          <th scope="col" className={cx(HEAD, 'w-full text-start')}>
            {t('columns.prompt')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-start')}>
            {t('rows.settings')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-end')}>
            {t('rows.price')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, number, isPaid, editor, buttons }, index) => (
          <Fragment key={row.id}>
            {index === affordable ? <ReachRow /> : null}
            <tr className={editor ? '' : 'border-b border-line'}>
              <th scope="row" className={cx(CELL, 'text-start font-normal text-ink-3')}>
                {number}
              </th>
              <td className={CELL}>
                <PromptCell row={row} />
              </td>
              <td
                className={cx(
                  CELL,
                  row.faults.length > 0 || Object.keys(row.cells).length > 1 ? 'min-w-44' : 'whitespace-nowrap',
                )}
              >
                <SettingsCell row={row} />
              </td>
              <td className={cx(CELL, 'text-end whitespace-nowrap')}>
                <PriceCell row={row} isPaid={isPaid} />
              </td>
              <td className="align-top">{buttons}</td>
            </tr>
            {editor ? (
              <tr className="border-b border-line">
                <td colSpan={5}>{editor}</td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function RowCards({ rows, affordable }: { rows: ShownRow[]; affordable: number }) {
  const { t } = useTranslation('batch');
  return (
    <ol aria-label={t('rows.label')} className="tabular grid gap-2">
      {rows.map(({ row, number, isPaid, editor, buttons }, index) => (
        <Fragment key={row.id}>
          {index === affordable ? (
            <li>
              <ReachNote />
            </li>
          ) : null}
          <li className="grid gap-1 rounded-control border border-line bg-surface px-4 py-3">
            <span className="flex items-center justify-between gap-3">
              <span className="text-sm text-ink-3">{t('rows.named', { number })}</span>
              <PriceCell row={row} isPaid={isPaid} />
            </span>
            <PromptCell row={row} />
            <div className="-me-2 flex items-center justify-between gap-2">
              <div>
                <SettingsCell row={row} />
              </div>
              {buttons}
            </div>
            {editor}
          </li>
        </Fragment>
      ))}
    </ol>
  );
}
