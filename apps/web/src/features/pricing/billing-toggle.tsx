import { useTranslation } from 'react-i18next';
import { RadioTiles } from '../../shared/ui/forms/radio-tiles';
import { BEST_SAVING_PERCENT, type Billing } from './billing-period';

export function BillingToggle({ billing, onChange }: { billing: Billing; onChange: (billing: Billing) => void }) {
  const { t } = useTranslation('pricing');
  return (
    <div className="flex flex-wrap items-center gap-4">
      <RadioTiles
        label={t('billing.label')}
        value={billing}
        onChange={onChange}
        className="w-full max-w-80 grid-cols-2 gap-1 rounded-control border border-field p-1"
        tileClassName="min-h-10 border-transparent bg-transparent px-3 py-1 text-center font-semibold"
        tiles={[
          { value: 'monthly', label: t('billing.monthly') },
          { value: 'annual', label: t('billing.annual') },
        ]}
      />
      <p className="tabular text-sm text-ink-2">{t('billing.saving', { percent: BEST_SAVING_PERCENT })}</p>
    </div>
  );
}
