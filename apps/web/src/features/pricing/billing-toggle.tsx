import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Billing } from './billing-period';

const PERIODS = ['monthly', 'annual'] as const satisfies readonly Billing[];

interface BillingToggleProps {
  billing: Billing;
  /** The largest saving of all plans. */
  savingPercent: number;
  onChange: (billing: Billing) => void;
}

export function BillingToggle({ billing, savingPercent, onChange }: BillingToggleProps) {
  const { t } = useTranslation('pricing');
  const name = useId();
  return (
    <fieldset className="grid w-full auto-cols-fr grid-flow-col gap-1 rounded-control border border-field p-1 sm:w-auto">
      <legend className="sr-only">{t('billing.label')}</legend>
      {PERIODS.map((period) => (
        <label
          key={period}
          className={
            'flex min-h-11 cursor-pointer flex-wrap items-center justify-center gap-x-2 rounded-[6px] px-4 py-1 text-center text-sm ' +
            'font-semibold text-ink-2 transition-colors duration-120 hover:bg-hover has-checked:bg-ink has-checked:text-bg ' +
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-10'
          }
        >
          <input
            type="radio"
            name={name}
            value={period}
            checked={billing === period}
            onChange={() => onChange(period)}
            className="sr-only"
          />
          {t(`billing.${period}`)}
          {period === 'annual' ? (
            <span className="tabular text-xs font-medium whitespace-nowrap">
              {t('billing.saving', { percent: savingPercent })}
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  );
}
