import type { ChangePreview, Subscription } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Facts, type Fact } from '../facts';

interface PreviewFactsProps {
  preview: ChangePreview;
  current: Subscription | null;
  isPayPal: boolean;
}

export function PreviewFacts({ preview, current, isPayPal }: PreviewFactsProps) {
  const { t } = useTranslation('change');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const formatDate = useFormatDate();
  const isNow = preview.kind === 'upgrade' && !isPayPal;
  const next = t(preview.is_annual ? 'change.perYear' : 'change.perMonth', {
    amount: formatMoney(preview.next_amount, locale),
  });
  const facts: Fact[] = [
    { label: t('change.rows.due'), value: formatMoney(preview.amount_due, locale), strong: true },
    ...(preview.credits > 0
      ? [{ label: t('change.rows.credits'), value: `+${formatCredits(preview.credits, locale)}` }]
      : []),
    ...(preview.credits > 0 && preview.debt_credits > 0
      ? [{ label: t('change.rows.debt'), value: formatCredits(preview.debt_credits, locale) }]
      : []),
    { label: t('change.rows.starts'), value: isNow ? t('change.today') : formatDate(preview.effective_at) },
    { label: t('change.rows.next'), value: next },
    { label: t('change.rows.nextAt'), value: formatDate(preview.next_charge_at) },
  ];
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {isNow
          ? t('change.now', { plan: current ? tCommon(`plans.${current.plan_type}`) : '' })
          : t('change.later', { date: formatDate(preview.effective_at) })}
      </p>
      {isPayPal ? <p className="text-ink-2">{t('change.consent')}</p> : null}
      <div className="rounded-control border border-line bg-surface px-4">
        <Facts facts={facts} />
      </div>
    </div>
  );
}
