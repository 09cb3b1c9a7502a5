import { PLANS, PLAN_TERMS, type Plan } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useUser } from '../api/auth/use-session';
import { isBilling } from '../features/pricing/billing-period';
import { BillingToggle } from '../features/pricing/billing-toggle';
import { PlanCard } from '../features/pricing/plan-card';
import { PricingFaq } from '../features/pricing/pricing-faq';
import { useAddress } from '../shared/i18n/locale-context';

export function Page() {
  const { t } = useTranslation('pricing');
  const to = useAddress();
  const navigate = useNavigate();
  const user = useUser();
  const [query, setQuery] = useSearchParams();
  const [refused, setRefused] = useState<Plan | null>(null);
  const wanted = query.get('billing');
  const billing = isBilling(wanted) ? wanted : 'monthly';

  const choose = (plan: Plan) => {
    if (!user) {
      void navigate(to('login', { query: { redirect: to('pricing', { query: { billing } }) } }));
      return;
    }
    setRefused(plan);
  };

  return (
    <>
      <div className="page grid gap-8 pt-12 lg:pt-18">
        <header className="grid gap-3">
          <h1 className="text-3xl">{t('title')}</h1>
          <p className="max-w-[52ch] text-lg text-ink-2">{t('lead')}</p>
        </header>
        <BillingToggle
          billing={billing}
          onChange={(next) =>
            setQuery(next === 'annual' ? { billing: next } : {}, { replace: true, preventScrollReset: true })
          }
        />
        <ul className="grid gap-4 lg:grid-cols-3 lg:gap-6">
          {PLANS.map((plan) => (
            <PlanCard
              key={plan}
              terms={PLAN_TERMS[plan]}
              billing={billing}
              current={user?.subscription_status === plan}
              notice={refused === plan ? (plan === 'free' ? t('alreadyFree') : t('paymentUnavailable')) : null}
              onChoose={() => choose(plan)}
            />
          ))}
        </ul>
        <p className="text-sm text-ink-3">{t('note')}</p>
      </div>
      <PricingFaq />
    </>
  );
}
