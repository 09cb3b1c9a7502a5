import { PLAN_TERMS } from '@app/contracts';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams, type SetURLSearchParams } from 'react-router-dom';
import { useUser } from '../api/auth/use-session';
import { isBilling, type Billing } from '../features/pricing/billing-period';
import { BillingToggle } from '../features/pricing/billing-toggle';
import { PlanCard } from '../features/pricing/plan-card';
import { planOffers, type PlanOffer } from '../features/pricing/plan-offers';
import { PricingFaq } from '../features/pricing/pricing-faq';
import { readChoice } from '../features/subscription/checkout/checkout-choice';
import { WaitingActions } from '../features/subscription/checkout/waiting-actions';
import { useFirstInput } from '../features/pricing/use-first-input';
import { lazyExtra, lazyPart } from '../shared/loading/lazy-part';

// The machinery of calls must not hold up the prices; a visitor who only reads them does not need it.
const LivePlans = lazyExtra(() => import('../features/pricing/live-plans').then((module) => module.LivePlans));
const PlanActions = lazyPart(() =>
  import('../features/subscription/checkout/plan-actions').then((module) => module.PlanActions),
);

/** The billing of the address, or the one that was chosen: shown and bought at once, before the address has followed. */
function useBilling(query: URLSearchParams, setQuery: SetURLSearchParams) {
  const wanted = query.get('billing');
  const address = isBilling(wanted) ? wanted : 'monthly';
  const [chosen, setChosen] = useState({ address, billing: address });
  if (chosen.address !== address) setChosen({ address, billing: address });
  // Only the billing stays in the address: the choice of a plan is gone on with once.
  const keepBilling = useCallback(
    (next: Billing) => {
      setChosen((before) => ({ ...before, billing: next }));
      setQuery(next === 'annual' ? { billing: next } : {}, { replace: true, preventScrollReset: true });
    },
    [setQuery],
  );
  return { billing: chosen.billing, keepBilling };
}

export function Page() {
  const { t } = useTranslation('pricing');
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const [offers, setOffers] = useState(() => planOffers());
  const { billing, keepBilling } = useBilling(query, setQuery);
  const wanted = readChoice(query);
  const isUsed = useFirstInput();
  const isLive = isUsed || user !== null || wanted !== null;
  const forgetChoice = useCallback(() => keepBilling(billing), [billing, keepBilling]);
  return (
    <>
      <div className="page grid grid-cols-1 gap-8 pt-10 lg:pt-14">
        <Header offers={offers} billing={billing} onBilling={keepBilling} />
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-3">
          {offers.map((each) => (
            <PlanCard
              key={each.plan}
              offer={each}
              billing={billing}
              current={user?.subscription_status === each.plan}
              actions={
                isLive ? (
                  <Suspense fallback={<WaitingActions plan={each.plan} />}>
                    <PlanActions
                      plan={each.plan}
                      isAnnual={billing === 'annual'}
                      wanted={wanted?.planId === PLAN_TERMS[each.plan].id ? wanted.provider : null}
                      onWantedTaken={forgetChoice}
                    />
                  </Suspense>
                ) : (
                  <WaitingActions plan={each.plan} />
                )
              }
            />
          ))}
        </ul>
        <p className="text-sm text-ink-3">{t('note')}</p>
        {isLive ? (
          <Suspense fallback={null}>
            <LivePlans onOffers={setOffers} />
          </Suspense>
        ) : null}
      </div>
      <PricingFaq />
    </>
  );
}

interface HeaderProps {
  offers: PlanOffer[];
  billing: Billing;
  onBilling: (billing: Billing) => void;
}

function Header({ offers, billing, onBilling }: HeaderProps) {
  const { t } = useTranslation('pricing');
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
      <div className="grid gap-2">
        <h1 className="text-3xl break-keep">{t('title')}</h1>
        <p className="max-w-[56ch] text-ink-2">{t('lead')}</p>
      </div>
      <BillingToggle
        billing={billing}
        savingPercent={Math.max(...offers.map(({ savingPercent }) => savingPercent))}
        onChange={onBilling}
      />
    </header>
  );
}
