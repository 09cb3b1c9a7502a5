import { annualSaving, type PlanTerms } from '@app/contracts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../shared/cx';
import { formatCredits, formatPrice } from '../../shared/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { Badge } from '../../shared/ui/feedback/badge';
import { Button } from '../../shared/ui/actions/button';
import { AllowanceText } from './allowance-text';
import { priceOf, type Billing } from './billing-period';

interface PlanCardProps {
  terms: PlanTerms;
  billing: Billing;
  /** The plan that the signed-in person has. */
  current: boolean;
  /** Said below the button, e.g. that payments are not available. */
  notice: string | null;
  onChoose: () => void;
}

export function PlanCard({ terms, billing, current, notice, onChoose }: PlanCardProps) {
  const { t } = useTranslation('pricing');
  const { t: tCommon } = useTranslation();
  return (
    <li
      className={cx(
        'grid content-start gap-6 rounded-sheet border p-6 sm:p-8',
        terms.popular ? 'order-first border-amber-text bg-raised lg:order-none' : 'border-line bg-surface',
      )}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl">{tCommon(`plans.${terms.plan}`)}</h2>
        {current ? (
          <Badge tone="ok">{t('card.current')}</Badge>
        ) : terms.popular ? (
          <Badge tone="amber">{t('card.popular')}</Badge>
        ) : null}
      </div>
      <Price terms={terms} billing={billing} />
      <p className="text-ink-2 lg:min-h-12">{t(`descriptions.${terms.plan}`)}</p>
      <Button
        variant={terms.popular && !current ? 'primary' : 'quiet'}
        size="lg"
        className="w-full"
        disabled={current}
        onClick={onChoose}
      >
        {current ? t('card.current') : t(`buttons.${terms.plan}`)}
      </Button>
      <p role="alert" className="-mt-3 text-sm text-danger-text empty:hidden">
        {notice}
      </p>
      <Features terms={terms} />
    </li>
  );
}

function Price({ terms, billing }: { terms: PlanTerms; billing: Billing }) {
  const { t } = useTranslation('pricing');
  const locale = useLocale();
  const saving = annualSaving(terms);
  return (
    <div className="tabular">
      <p className="flex items-baseline gap-2">
        <span className="display text-3xl">{formatPrice(priceOf(terms, billing), locale)}</span>
        {terms.monthlyPriceCents > 0 ? <span className="text-ink-3">{t(`per.${billing}`)}</span> : null}
      </p>
      <p className="text-sm text-ink-3">
        {billing === 'annual' && saving.cents > 0
          ? t('card.saves', { percent: saving.percent, amount: formatPrice(saving.cents, locale) })
          : terms.monthlyPriceCents > 0
            ? t('card.anytime')
            : t('card.noCard')}
      </p>
    </div>
  );
}

function Features({ terms }: { terms: PlanTerms }) {
  const { t } = useTranslation('pricing');
  const locale = useLocale();
  const lines: Record<string, ReactNode> = {
    credits:
      terms.monthlyCredits > 0 ? (
        t('features.credits', { credits: formatCredits(terms.monthlyCredits, locale) })
      ) : (
        <AllowanceText />
      ),
    images: t('features.images', { count: terms.imagesPerGeneration }),
    inFlight: t('features.inFlight', { count: terms.inFlightLimit }),
    ...(terms.batchLimit > 0 ? { batch: t('features.batch', { count: terms.batchLimit }) } : {}),
    use: terms.commercialUse ? t('features.commercial') : t('features.personal'),
    support: t(`features.support.${terms.plan}`),
  };
  return (
    <ul className="tabular grid gap-2.5 border-t border-line pt-6">
      {Object.entries(lines).map(([key, line]) => (
        <li key={key} className="flex gap-3 text-ink-2">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-amber-text" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
