import { idOfPlan, isSubscribed, planOfId, PLAN_TERMS, type Subscription } from '@app/contracts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../../api/auth/use-session';
import { useMySubscriptionQuery, type PlanChoice } from '../../../api/endpoints/checkout';
import { formatCredits, formatMoney } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { lazyPart } from '../../../shared/loading/lazy-part';
import { Button, ButtonLink } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { Facts, type Fact } from '../facts';
import { priceText } from '../price-text';
import { canResume, endOf, isPastDue } from '../subscription-end';
import { PendingChange } from './pending-change';
import { ResumeButton } from './resume-button';
import { Section } from './section';

const ChangeDialog = lazyPart(() => import('../changes/change-dialog').then((module) => module.ChangeDialog));
const CancelDialog = lazyPart(() => import('../changes/cancel-dialog').then((module) => module.CancelDialog));

export function PlanSection() {
  const { t } = useTranslation('billing');
  const query = useMySubscriptionQuery();
  const [choice, setChoice] = useState<PlanChoice | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button that opened the dialog may have gone with the former plan.
    if (wasOpen.current && choice === null && document.activeElement === document.body) place.current?.focus();
    wasOpen.current = choice !== null;
  }, [choice]);
  return (
    <Section title={t('plan.title')} query={query} failed={t('plan.failed')} skeletonClass="h-60">
      {(subscription) => (
        <div ref={place} tabIndex={-1}>
          {subscription ? <PaidPlan subscription={subscription} onChange={setChoice} /> : <FreePlan />}
          {/* Beside all kinds of plans: the dialog tells of one that was changed elsewhere meanwhile. */}
          <Suspense fallback={null}>
            {choice ? <ChangeDialog choice={choice} onClose={() => setChoice(null)} /> : null}
          </Suspense>
        </div>
      )}
    </Section>
  );
}

/** Without a subscription: free, or with a plan that an operator gave. */
function FreePlan() {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const to = useAddress();
  const status = useUser()?.subscription_status ?? 'free';
  return (
    <div className="grid justify-items-start gap-4 rounded-sheet border border-line bg-surface p-6">
      <p className="display text-2xl">{isSubscribed(status) ? tCommon(`plans.${status}`) : t('plan.freeTitle')}</p>
      <p className="max-w-[60ch] text-ink-2">{isSubscribed(status) ? t('plan.noSubscription') : t('plan.freeText')}</p>
      <ButtonLink variant={isSubscribed(status) ? 'quiet' : 'primary'} to={to('pricing')}>
        {t('plan.see')}
      </ButtonLink>
    </div>
  );
}

interface PaidPlanProps {
  subscription: Subscription;
  onChange: (choice: PlanChoice) => void;
}

function PaidPlan({ subscription, onChange }: PaidPlanProps) {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const formatDate = useFormatDate();
  const { plan_type: plan, is_annual: isAnnual, provider, next_charge: charge } = subscription;
  // What it costs is known by its next charge alone: it may have been sold at a former price.
  const price = charge && !subscription.pending_plan_id ? priceText(t, { ...charge, isAnnual, locale }) : null;
  const name = tCommon(`plans.${plan}`);
  return (
    <div className="grid gap-5 rounded-sheet border border-line bg-surface p-6">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="display text-2xl">{name}</p>
          <StatusBadge subscription={subscription} />
        </div>
        <p className="tabular text-ink-2">
          {price ?? t(isAnnual ? 'plan.billed.annual' : 'plan.billed.monthly')} ·{' '}
          {t('plan.via', { provider: t(`plan.providers.${provider}`) })}
        </p>
      </div>
      {subscription.status === 'canceled' ? (
        <p className="text-ink-2">
          {t(endTextOf(subscription), { plan: name, date: formatDate(endOf(subscription)) })}
        </p>
      ) : null}
      {subscription.pending_plan_id ? <PendingChange subscription={subscription} /> : null}
      <PlanFacts subscription={subscription} />
      <PlanButtons subscription={subscription} name={name} onChange={onChange} />
    </div>
  );
}

/** Of a plan that was cancelled. */
function endTextOf(subscription: Subscription) {
  if (!canResume(subscription)) return 'plan.endsFinalText';
  return subscription.grace_until === null ? 'plan.endsText' : 'plan.endsUnpaidText';
}

function StatusBadge({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const formatDate = useFormatDate();
  const date = formatDate(endOf(subscription));
  if (isPastDue(subscription)) return <Badge tone="danger">{t('plan.status.pastDue')}</Badge>;
  if (subscription.status === 'canceled') return <Badge tone="amber">{t('plan.status.ends', { date })}</Badge>;
  if (subscription.pending_plan_id) return <Badge tone="info">{t('plan.status.pending', { date })}</Badge>;
  return <Badge tone="ok">{t('plan.status.active')}</Badge>;
}

function PlanFacts({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const { next_charge: charge, next_grant_at: grantAt, debt_credits: debt } = subscription;
  const nextPlan = subscription.pending_plan_id ? planOfId(subscription.pending_plan_id) : subscription.plan_type;
  const ends = t('plan.noCharge', { date: formatDate(endOf(subscription)) });
  const missing = isPastDue(subscription) ? t('plan.waitingCharge') : ends;
  // What is planned begins with the next payment.
  const grantsNext = grantAt === subscription.current_period_end ? nextPlan : subscription.plan_type;
  const facts: Fact[] = [
    {
      label: t('plan.nextCharge'),
      value: charge
        ? t('plan.nextChargeValue', { amount: formatMoney(charge.amount, locale), date: formatDate(charge.at) })
        : missing,
    },
    ...(grantAt
      ? [
          {
            label: t('plan.nextCredits'),
            value: t('plan.nextCreditsValue', {
              credits: formatCredits(PLAN_TERMS[grantsNext].monthlyCredits, locale),
              date: formatDate(grantAt),
            }),
          },
        ]
      : []),
    ...(debt > 0
      ? [{ label: t('plan.debt'), value: t('plan.debtValue', { count: debt, credits: formatCredits(debt, locale) }) }]
      : []),
  ];
  return (
    <div className="border-y border-line">
      <Facts facts={facts} />
    </div>
  );
}

function PlanButtons({ subscription, name, onChange }: PaidPlanProps & { name: string }) {
  const { t } = useTranslation('billing');
  const to = useAddress();
  const [isCancelling, setCancelling] = useState(false);
  const { is_annual: isAnnual, plan_type: plan } = subscription;
  if (subscription.status === 'canceled') return canResume(subscription) ? <ResumeButton name={name} /> : null;
  const canChange = subscription.grace_until === null;
  return (
    <div className="flex flex-wrap gap-3">
      {canChange ? (
        <>
          <ButtonLink to={to('pricing', isAnnual ? { query: { billing: 'annual' } } : {})}>
            {t('plan.change')}
          </ButtonLink>
          {subscription.pending_is_annual === !isAnnual ? null : (
            <Button onClick={() => onChange({ plan_id: idOfPlan(plan), is_annual: !isAnnual })}>
              {t(isAnnual ? 'plan.toMonthly' : 'plan.toAnnual')}
            </Button>
          )}
        </>
      ) : null}
      <Button variant="ghost" className={canChange ? undefined : '-ms-4'} onClick={() => setCancelling(true)}>
        {t('plan.cancel')}
      </Button>
      <Suspense fallback={null}>{isCancelling ? <CancelDialog onClose={() => setCancelling(false)} /> : null}</Suspense>
    </div>
  );
}
