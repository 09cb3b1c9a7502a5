import { idOfPlan, PLAN_TERMS, type PaidPlan, type PaymentProviderId, type Plan } from '@app/contracts';
import { CreditCard } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/auth/use-session';
import { errorText } from '../../../api/client/error-text';
import { useMySubscriptionQuery, usePricedPlansQuery } from '../../../api/endpoints/checkout';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { lazyPart } from '../../../shared/loading/lazy-part';
import { Button, ButtonLink } from '../../../shared/ui/actions/button';
import { usePlanPurchase } from './use-plan-purchase';
import { planAction, type PlanAction } from './plan-action';
import { ActionFrame, WaitingActions } from './waiting-actions';

const ChangeDialog = lazyPart(() => import('../changes/change-dialog').then((module) => module.ChangeDialog));
const CancelDialog = lazyPart(() => import('../changes/cancel-dialog').then((module) => module.CancelDialog));
const DebtDialog = lazyPart(() => import('./debt-dialog').then((module) => module.DebtDialog));

interface PlanActionsProps {
  plan: Plan;
  isAnnual: boolean;
  /** What a visitor chose before signing in. */
  wanted: PaymentProviderId | null;
  onWantedTaken: () => void;
}

/** The buttons of a plan's card, with what comes of them. */
export function PlanActions({ plan, isAnnual, wanted, onWantedTaken }: PlanActionsProps) {
  const status = useUser()?.subscription_status ?? null;
  const plans = usePricedPlansQuery();
  const mine = useMySubscriptionQuery(undefined, { skip: status === null });
  const providers = plans.data?.find(({ id }) => id === PLAN_TERMS[plan].id)?.providers;
  if ((!plans.data && !plans.error) || (status !== null && mine.isLoading)) return <WaitingActions plan={plan} />;
  const action = planAction({ plan, isAnnual, status, subscription: mine.data ?? null });
  if (plan === 'free') return <FreeActions action={action} />;
  const failed = plans.error ?? mine.error;
  const reload = () => {
    if (plans.error) void plans.refetch();
    if (mine.error) void mine.refetch();
  };
  return (
    <PaidActions
      plan={plan}
      isAnnual={isAnnual}
      action={action}
      providers={providers ?? []}
      failure={failed}
      onReload={reload}
      wanted={wanted}
      onWantedTaken={onWantedTaken}
    />
  );
}

function FreeActions({ action }: { action: PlanAction }) {
  const { t } = useTranslation('pricing');
  const to = useAddress();
  const [isTold, setTold] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  if (action.kind === 'signIn')
    return (
      <ActionFrame>
        <ButtonLink size="lg" className="w-full" to={to('login', { query: { redirect: to('generate') } })}>
          {t('buttons.free')}
        </ButtonLink>
      </ActionFrame>
    );
  const isFree = action.kind === 'alreadyFree';
  return (
    <ActionFrame notice={isTold ? t('alreadyFree') : null}>
      {isFree || action.kind === 'cancel' ? (
        <Button size="lg" className="w-full" onClick={() => (isFree ? setTold(true) : setCancelling(true))}>
          {isFree ? t('card.current') : t('actions.leave')}
        </Button>
      ) : (
        <ManageLink action={action} />
      )}
      <Suspense fallback={null}>{isCancelling ? <CancelDialog onClose={() => setCancelling(false)} /> : null}</Suspense>
    </ActionFrame>
  );
}

/** To the subscription; says what is planned for when. */
function ManageLink({ action }: { action: PlanAction }) {
  const { t } = useTranslation('pricing');
  const to = useAddress();
  const formatDate = useFormatDate();
  const label =
    action.kind === 'pending' || action.kind === 'freeFrom'
      ? t(`actions.${action.kind}`, { date: formatDate(action.at) })
      : t('actions.manage');
  return (
    <ButtonLink size="lg" className="w-full" to={to('profile', { query: { tab: 'subscription' } })}>
      {label}
    </ButtonLink>
  );
}

interface PaidActionsProps {
  plan: PaidPlan;
  isAnnual: boolean;
  action: PlanAction;
  providers: readonly PaymentProviderId[];
  /** Why the plans or the person's own could not be read. */
  failure: unknown;
  onReload: () => void;
  wanted: PaymentProviderId | null;
  onWantedTaken: () => void;
}

function PaidActions(props: PaidActionsProps) {
  const { plan, isAnnual, action, providers, failure } = props;
  const { t } = useTranslation('pricing');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const purchase = usePlanPurchase(props);
  const name = tCommon(`plans.${plan}`);
  const isMain = PLAN_TERMS[plan].popular;

  const trouble = purchase.error ? errorText(purchase.error, locale) : null;
  const change = action.kind === 'change' ? action.label : null;
  const buys = !change && !failure && providers.length > 0;
  return (
    <ActionFrame notice={purchase.isUnavailable ? t('paymentUnavailable') : trouble}>
      {action.kind === 'current' || action.kind === 'pending' ? (
        <ManageLink action={action} />
      ) : buys ? (
        <ProviderButtons providers={providers} name={name} isMain={isMain} purchase={purchase} />
      ) : (
        <Button
          size="lg"
          variant={(change ? change === 'upgrade' : isMain) ? 'primary' : 'quiet'}
          className="w-full"
          onClick={() => purchase.choose(providers[0] ?? null)}
        >
          {change ? t(`actions.${change}`, { plan: name }) : t(`buttons.${plan}`)}
        </Button>
      )}
      <span role="status" className="sr-only">
        {purchase.leaving ? t('pay.leaving') : ''}
      </span>
      {/* Beside all kinds of buttons: a dialog tells the outcome after the plan has changed. */}
      <Suspense fallback={null}>
        {purchase.isChanging ? (
          <ChangeDialog choice={{ plan_id: idOfPlan(plan), is_annual: isAnnual }} onClose={purchase.close} />
        ) : null}
        {purchase.debt ? (
          <DebtDialog preview={purchase.debt} onPay={purchase.payWithDebt} onClose={purchase.close} />
        ) : null}
      </Suspense>
    </ActionFrame>
  );
}

interface ProviderButtonsProps {
  providers: readonly PaymentProviderId[];
  /** Of the plan. */
  name: string;
  isMain: boolean;
  purchase: ReturnType<typeof usePlanPurchase>;
}

function ProviderButtons({ providers, name, isMain, purchase }: ProviderButtonsProps) {
  const { t } = useTranslation('pricing');
  return (
    <div className="flex flex-wrap gap-2">
      {providers.map((provider) => (
        <Button
          key={provider}
          size="lg"
          variant={isMain && provider === providers[0] ? 'primary' : 'quiet'}
          className={provider === 'stripe' ? 'flex-[1.4] px-3' : 'flex-1 px-3'}
          aria-label={t('pay.named', { action: t(`pay.${provider}`), plan: name })}
          disabled={purchase.leaving !== null && purchase.leaving !== provider}
          busy={purchase.leaving === provider}
          onClick={() => purchase.choose(provider)}
          icon={provider === 'stripe' ? <CreditCard aria-hidden="true" className="size-5" /> : null}
        >
          {t(`pay.${provider}`)}
        </Button>
      ))}
    </div>
  );
}
