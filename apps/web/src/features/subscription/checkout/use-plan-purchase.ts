import { idOfPlan, type ChangePreview, type PaidPlan, type PaidPlanId, type PaymentProviderId } from '@app/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isApiError } from '../../../api/client/api-error';
import { useLazyChangePreviewQuery } from '../../../api/endpoints/checkout';
import { useAddress } from '../../../shared/i18n/locale-context';
import { useRefreshPlan } from '../use-refresh-plan';
import { choiceQuery } from './checkout-choice';
import type { PlanAction } from './plan-action';
import { useStartCheckout } from './use-start-checkout';

interface PlanPurchase {
  plan: PaidPlan;
  isAnnual: boolean;
  action: PlanAction;
  /** Why the plans could not be read; a click asks again. */
  failure: unknown;
  onReload: () => void;
  /** Chosen before signing in: goes on without another click. */
  wanted: PaymentProviderId | null;
  onWantedTaken: () => void;
}

/** What a click on a paid plan leads to: sign-in, the change of a plan, or the provider's page. */
export function usePlanPurchase({ plan, isAnnual, action, failure, onReload, wanted, onWantedTaken }: PlanPurchase) {
  const to = useAddress();
  const navigate = useNavigate();
  const planId = idOfPlan(plan);
  const { buy, debt, setDebt, ...buying } = useBuy(planId, isAnnual);
  const [shown, setShown] = useState<'change' | 'unavailable' | 'failure' | null>(null);

  const choose = useCallback(
    (provider: PaymentProviderId | null) => {
      setShown(null);
      if (failure) {
        setShown('failure');
        onReload();
      } else if (action.kind === 'change') setShown('change');
      else if (action.kind === 'signIn') {
        const query = choiceQuery({ planId, isAnnual, provider: provider ?? 'stripe' });
        void navigate(to('login', { query: { redirect: to('pricing', { query }) } }));
      } else if (provider === null) setShown('unavailable');
      else if (action.kind === 'buy') void buy(provider);
    },
    [action.kind, buy, failure, isAnnual, navigate, onReload, planId, to],
  );

  const isTaken = useRef(false);
  useEffect(() => {
    if (wanted === null || action.kind === 'signIn' || isTaken.current) return;
    isTaken.current = true;
    onWantedTaken();
    choose(wanted);
  }, [action.kind, choose, onWantedTaken, wanted]);

  const close = () => {
    setShown(null);
    setDebt(null);
  };
  return {
    choose,
    close,
    payWithDebt: () => debt && buying.run({ planId, isAnnual, provider: debt.provider }),
    debt: debt?.preview ?? null,
    isChanging: shown === 'change',
    isUnavailable: shown === 'unavailable',
    /** The provider whose page is being opened. */
    leaving: buying.leaving,
    error: buying.error ?? (shown === 'failure' ? failure : null),
  };
}

/** Goes to the provider's page, unless a debt must be told first or the plan was bought meanwhile. */
function useBuy(planId: PaidPlanId, isAnnual: boolean) {
  const refreshPlan = useRefreshPlan();
  const { run, leaving, error: refused } = useStartCheckout();
  const [askPreview, preview] = useLazyChangePreviewQuery();
  const [asked, setAsked] = useState<PaymentProviderId | null>(null);
  const [debt, setDebt] = useState<{ preview: ChangePreview; provider: PaymentProviderId } | null>(null);
  const buy = useCallback(
    async (provider: PaymentProviderId) => {
      setAsked(provider);
      const { data, error } = await askPreview({ plan_id: planId, is_annual: isAnnual });
      // Bought meanwhile, in another tab or window.
      if (data ? data.kind !== 'new' : isApiError(error) && error.status === 409) await refreshPlan();
      else if (data && data.debt_credits > 0) setDebt({ preview: data, provider });
      else if (data) await run({ planId, isAnnual, provider });
    },
    [askPreview, isAnnual, planId, refreshPlan, run],
  );

  return {
    buy,
    run,
    debt,
    setDebt,
    leaving: leaving?.provider ?? (preview.isFetching ? asked : null),
    error: refused ?? preview.error,
  };
}
