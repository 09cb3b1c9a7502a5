import { DEFAULT_MODEL, PLAN_TERMS } from '@app/contracts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { webSettings } from '../../config/web-env';
import { cx } from '../../shared/cx';
import { formatCredits, formatPrice } from '../../shared/format/format';
import { useHydrated } from '../../shared/hooks/use-hydrated';
import { useLocale } from '../../shared/i18n/locale-context';
import { Badge } from '../../shared/ui/feedback/badge';
import { AllowanceText } from './allowance-text';
import type { Billing } from './billing-period';
import { ImageFrames } from './image-frames';
import { imagesFor, type PlanOffer } from './plan-offers';

interface PlanCardProps {
  offer: PlanOffer;
  billing: Billing;
  /** The plan that the signed-in person has. */
  current: boolean;
  /** The buttons, put in by the route. */
  actions: ReactNode;
}

export function PlanCard({ offer, billing, current, actions }: PlanCardProps) {
  const { t } = useTranslation('pricing');
  const { t: tCommon } = useTranslation();
  const { plan, isPopular } = offer;
  return (
    <li
      className={cx(
        'grid grid-cols-1 content-start gap-5 rounded-sheet border p-6',
        isPopular ? 'border-amber-text bg-raised shadow-sheet max-lg:order-first' : 'border-line bg-surface',
      )}
    >
      <header className="grid gap-1">
        <div className="flex min-h-7 items-center justify-between gap-4">
          <h2 className="text-lg">{tCommon(`plans.${plan}`)}</h2>
          {current ? (
            <Badge tone="ok">{t('card.current')}</Badge>
          ) : isPopular ? (
            <Badge tone="amber">{t('card.popular')}</Badge>
          ) : null}
        </div>
        <p className="text-sm text-ink-2">{t(`descriptions.${plan}`)}</p>
      </header>
      <Price offer={offer} billing={billing} />
      {actions}
      <Images offer={offer} />
      <Features offer={offer} />
    </li>
  );
}

function Price({ offer, billing }: { offer: PlanOffer; billing: Billing }) {
  const { t } = useTranslation('pricing');
  const locale = useLocale();
  const { monthlyCents, annualCents, savingCents, savingPercent } = offer;
  const price = (cents: number) => formatPrice(cents, locale);
  const isFree = monthlyCents === 0;
  const amount = price(savingCents);
  const hint =
    billing === 'annual'
      ? t('card.saves', { price: price(Math.round(annualCents / 12)), amount, percent: savingPercent })
      : t('card.orAnnual', { price: price(annualCents), amount });
  return (
    <div className="tabular grid gap-1">
      <p className="flex items-baseline gap-2">
        <span className="display text-3xl">{price(billing === 'annual' ? annualCents : monthlyCents)}</span>
        <span className="text-sm text-ink-2">{t(isFree ? 'per.free' : `per.${billing}`)}</span>
      </p>
      <p className="text-sm text-ink-3">{isFree ? t('card.noCard') : hint}</p>
    </div>
  );
}

/** What the credits of a month mean. */
function Images({ offer: { plan, credits } }: { offer: PlanOffer }) {
  const { t } = useTranslation('pricing');
  const { t: tOptions } = useTranslation('options');
  const locale = useLocale();
  // A prerendered page is filled in with the credits of an installation, not with what follows from them.
  const isKnown = useHydrated() || plan !== 'free';
  const images = isKnown ? imagesFor(credits, DEFAULT_MODEL) : 0;
  const others = t('others', {
    flash: imagesFor(credits, 'sd3.5-flash'),
    large: imagesFor(credits, 'sd3.5-large'),
  });
  return (
    <div className="tabular grid gap-3">
      <ImageFrames images={images} />
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="display text-xl">{isKnown ? t('images', { count: images }) : '\u00a0'}</span>
          <span className="text-sm text-ink-2">{t('imagesOf', { model: tOptions(`models.${DEFAULT_MODEL}`) })}</span>
        </p>
        <p className="text-sm text-ink-3">
          {plan === 'free' ? (
            <AllowanceText />
          ) : (
            `${others} · ${t('card.creditsMonthly', { credits: formatCredits(credits, locale) })}`
          )}
        </p>
      </div>
    </div>
  );
}

function Features({ offer: { plan, inFlightLimit } }: { offer: PlanOffer }) {
  const { t } = useTranslation('pricing');
  const terms = PLAN_TERMS[plan];
  const lines = [
    t(plan === 'free' ? 'features.models' : 'features.hd'),
    t('features.images', { count: terms.imagesPerGeneration }),
    t('features.inFlight', { count: inFlightLimit }),
    terms.commercialUse ? t('features.commercial') : t('features.personal'),
    t(`features.support.${plan}`),
    ...(webSettings.batch && terms.batchLimit > 0 ? [t('features.batch', { count: terms.batchLimit })] : []),
  ];
  return (
    <ul className="tabular grid gap-2.5 border-t border-line pt-5">
      {lines.map((line) => (
        <li key={line} className="flex gap-3 text-sm text-ink-2">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-amber-text" />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
