import { MODEL_UNITS, DEFAULT_MODEL, SIZES, SIZE_PIXELS, toCredits } from '@app/contracts';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../shared/cx';
import { formatCredits } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { buttonStyle } from '../../shared/ui/actions/button-style';

export function Promises() {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="promises" className="page grid gap-8 py-18">
      <h2 id="promises" className="text-3xl">
        {t('promises.title')}
      </h2>
      <ul className="grid gap-6 lg:grid-cols-3">
        <Promise title={t('promises.price.title')} text={t('promises.price.text')} piece={<PricePiece />} />
        <Promise title={t('promises.back.title')} text={t('promises.back.text')} piece={<StatementPiece />} />
        <Promise title={t('promises.frame.title')} text={t('promises.frame.text')} piece={<RatioPiece />} />
      </ul>
    </section>
  );
}

function Promise({ title, text, piece }: { title: string; text: string; piece: ReactNode }) {
  return (
    <li className="grid grid-rows-[auto_1fr] overflow-hidden rounded-sheet border border-line bg-surface">
      <div aria-hidden="true" className="grid h-44 place-items-center bg-surround px-6">
        {piece}
      </div>
      <div className="grid content-start gap-2 p-6">
        <h3 className="text-lg">{title}</h3>
        <p className="text-ink-2">{text}</p>
      </div>
    </li>
  );
}

function PricePiece() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const credits = formatCredits(toCredits(MODEL_UNITS[DEFAULT_MODEL]), locale);
  return (
    <span className="grid justify-items-center gap-2">
      <span className={buttonStyle('primary', 'lg', 'tabular')}>{t('promises.price.button', { credits })}</span>
      <span className="tabular text-sm text-ink-3">
        {t('promises.price.after', { credits: formatCredits(11, locale) })}
      </span>
    </span>
  );
}

function StatementPiece() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const credits = formatCredits(toCredits(MODEL_UNITS[DEFAULT_MODEL]), locale);
  const lines = [
    { key: 'hold', text: t('promises.back.hold'), amount: `−${credits}`, tone: 'text-ink-2' },
    { key: 'return', text: t('promises.back.return'), amount: `+${credits}`, tone: 'text-ok-text font-semibold' },
  ];
  return (
    <span className="tabular grid w-full max-w-72 text-sm">
      {lines.map((line) => (
        <span key={line.key} className={`flex items-center justify-between border-b border-line py-2.5 ${line.tone}`}>
          <span className="flex items-center gap-2">
            {line.key === 'return' ? <Undo2 className="size-4" /> : null}
            {line.text}
          </span>
          {line.amount}
        </span>
      ))}
    </span>
  );
}

/** All formats over one another: they have the same area, so that they make a figure of their own. */
function RatioPiece() {
  return (
    <span className="relative size-36">
      {SIZES.map((size) => {
        const { width, height } = SIZE_PIXELS[size];
        return (
          <span
            key={size}
            className={cx(
              'absolute left-1/2 top-1/2 -translate-x-1/2 -translate-y-1/2 rounded-image border',
              size === '3:2' ? 'border-transparent bg-amber' : 'border-field',
            )}
            style={{ width: `${width / 11}px`, height: `${height / 11}px` }}
          />
        );
      })}
    </span>
  );
}
