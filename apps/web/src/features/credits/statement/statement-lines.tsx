import type { Locale, StatementLine } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';
import { formatCredits, formatDate } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { LineSubject } from './line-subject';

const HEAD = 'px-3 pb-2 text-sm font-semibold text-ink-3 first:ps-0 last:pe-0';
const CELL = 'px-3 py-3 align-top first:ps-0 last:pe-0';

/** With a sign before anything but zero; the minus is as wide as the plus. */
const signed = (credits: number, locale: Locale): string =>
  (credits > 0 ? '+' : credits < 0 ? '−' : '') + formatCredits(Math.abs(credits), locale);

/** Days are counted in UTC, so a line is dated in UTC: it never stands outside the period that holds it. */
const lineTime = (at: string, locale: Locale): string =>
  formatDate(at, locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' });

export function StatementLines({ lines }: { lines: StatementLine[] }) {
  return (
    <>
      <LineTable lines={lines} />
      <LineBlocks lines={lines} />
    </>
  );
}

function LineTable({ lines }: { lines: StatementLine[] }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  return (
    <table aria-label={t('title')} className="tabular w-full text-start max-md:hidden">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className={cx(HEAD, 'text-start')}>
            {t('columns.time')}
          </th>
          <th scope="col" className={cx(HEAD, 'w-full text-start')}>
            {t('columns.what')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-end')}>
            {t('columns.change')}
          </th>
          <th scope="col" className={cx(HEAD, 'text-end')}>
            {t('columns.balance')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="border-b border-line">
            <td className={cx(CELL, 'text-sm/6 whitespace-nowrap text-ink-3')}>
              <time dateTime={line.at}>{lineTime(line.at, locale)}</time>
            </td>
            <th scope="row" className={cx(CELL, 'max-w-0 text-start font-normal')}>
              <LineSubject line={line} />
            </th>
            <td className={cx(CELL, 'text-end whitespace-nowrap')}>
              <Change line={line} />
            </td>
            <td className={cx(CELL, 'text-end whitespace-nowrap text-ink-2')}>{formatCredits(line.balance, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineBlocks({ lines }: { lines: StatementLine[] }) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  return (
    <ul aria-label={t('title')} className="tabular border-t border-line md:hidden">
      {lines.map((line) => (
        <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line py-3">
          <LineSubject line={line} />
          <Change line={line} />
          <time dateTime={line.at} className="text-sm text-ink-3">
            {lineTime(line.at, locale)}
          </time>
          <span className="text-end text-sm text-ink-3">
            {t('balanceAfter', { credits: formatCredits(line.balance, locale) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Change({ line: { credits } }: { line: StatementLine }) {
  const locale = useLocale();
  return (
    <span className={cx('text-end font-semibold', credits > 0 && 'text-ok-text', credits === 0 && 'text-ink-3')}>
      {signed(credits, locale)}
    </span>
  );
}
