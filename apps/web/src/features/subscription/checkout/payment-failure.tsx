import { planOfId, priceCents, type PaymentFailureReason } from '@app/contracts';
import { Ban, CircleAlert, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSessionPhase } from '../../../api/auth/use-session';
import { readAccessToken } from '../../../api/auth/tokens';
import { errorText } from '../../../api/client/error-text';
import { useCancelPaymentMutation } from '../../../api/endpoints/billing';
import { usePricedPlansQuery } from '../../../api/endpoints/checkout';
import { formatPrice } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { Button, ButtonLink } from '../../../shared/ui/actions/button';
import { StatusPage } from '../../../shared/ui/feedback/status-page';
import type { CheckoutChoice } from './checkout-choice';
import { REMEDIES } from './failure-reason';
import { useStartCheckout } from './use-start-checkout';

interface LeftPaymentProps {
  paymentId: string;
  choice: CheckoutChoice;
}

/** Somebody came back from the provider's page: it is closed, then the provider says whether they paid. */
export function LeftPayment({ paymentId, choice }: LeftPaymentProps) {
  const { t } = useTranslation('payment');
  const to = useAddress();
  const locale = useLocale();
  const navigate = useNavigate();
  const isSignedOut = useSessionPhase() === 'signed-out' || readAccessToken() === null;
  const [cancel, { data, error, isLoading }] = useCancelPaymentMutation();
  const { provider } = choice;

  useEffect(() => {
    if (!isSignedOut) void cancel({ provider, paymentId });
  }, [cancel, isSignedOut, paymentId, provider]);

  useEffect(() => {
    // Paid, or about to be: the other page waits for it.
    if (data?.status !== 'success' && data?.status !== 'redirecting') return;
    void navigate(to('paymentSuccess', { query: { provider, payment_id: paymentId } }), { replace: true });
  }, [data, navigate, paymentId, provider, to]);

  if (isSignedOut)
    return (
      <StatusPage icon={CircleAlert} title={t('failed.checkFailed')} text={t('failed.signIn')}>
        <ButtonLink
          variant="primary"
          to={to('login', { query: { redirect: window.location.pathname + window.location.search } })}
        >
          {t('failed.signInGo')}
        </ButtonLink>
      </StatusPage>
    );
  if (error && !isLoading)
    return (
      <StatusPage icon={TriangleAlert} title={t('failed.checkFailed')} text={errorText(error, locale)}>
        <Button variant="primary" onClick={() => void cancel({ provider, paymentId })}>
          {t('failed.retry')}
        </Button>
        <ButtonLink to={to('contact')}>{t('failed.contact')}</ButtonLink>
      </StatusPage>
    );
  if (data?.status === 'failed') return <PaymentFailure reason={data.failure_reason ?? 'unknown'} choice={choice} />;
  if (data?.status === 'cancelled') return <PaymentFailure reason={null} choice={choice} />;
  return <StatusPage icon={LoaderCircle} isBusy title={t('failed.checkingTitle')} text={t('failed.checking')} />;
}

interface PaymentFailureProps {
  /** Null: left without paying. */
  reason: PaymentFailureReason | null;
  choice: CheckoutChoice | null;
}

/** Why a payment failed, and the ways on. */
export function PaymentFailure({ reason, choice }: PaymentFailureProps) {
  const { t } = useTranslation('payment');
  const to = useAddress();
  const locale = useLocale();
  const checkout = useStartCheckout();
  const { data: plans } = usePricedPlansQuery();
  const phase = useSessionPhase();
  const [label] = useState(() => retryLabel(reason));
  const canRetry = choice !== null && phase === 'signed-in';
  const providers = plans?.find(({ id }) => id === choice?.planId)?.providers ?? [];
  const offersPayPal = canRetry && choice.provider === 'stripe' && providers.includes('paypal');
  const leaving = checkout.leaving?.provider ?? null;
  const start = (provider: CheckoutChoice['provider']) => choice && void checkout.run({ ...choice, provider });
  return (
    <StatusPage
      icon={reason ? TriangleAlert : Ban}
      tone={reason ? 'danger' : 'plain'}
      title={reason ? t('failed.title') : t('failed.cancelledTitle')}
      text={<FailureText reason={reason} choice={choice} />}
      details={
        checkout.error ? (
          <p role="alert" className="text-sm text-danger-text">
            {errorText(checkout.error, locale)}
          </p>
        ) : null
      }
    >
      {canRetry ? (
        <Button
          variant="primary"
          disabled={leaving !== null && leaving !== choice.provider}
          busy={leaving === choice.provider}
          onClick={() => start(choice.provider)}
        >
          {t(`failed.${label}`)}
        </Button>
      ) : null}
      {offersPayPal ? (
        <Button
          disabled={leaving !== null && leaving !== 'paypal'}
          busy={leaving === 'paypal'}
          onClick={() => start('paypal')}
        >
          {t('failed.paypal')}
        </Button>
      ) : null}
      <ButtonLink variant={canRetry ? 'quiet' : 'primary'} to={to('pricing')}>
        {t('failed.again')}
      </ButtonLink>
      {reason ? (
        <ButtonLink variant="ghost" to={to('contact')}>
          {t('failed.contact')}
        </ButtonLink>
      ) : null}
    </StatusPage>
  );
}

function FailureText({ reason, choice }: PaymentFailureProps) {
  const { t } = useTranslation('payment');
  const described = useChoiceText(choice);
  const left = described ? t('failed.cancelled', { choice: described }) : t('failed.cancelledPlain');
  return (
    <>
      {reason ? (
        <>
          <p className="text-lg font-semibold text-ink">{t(`failed.reasons.${reason}`)}</p>
          <p>{t(`failed.remedies.${REMEDIES[reason]}`)}</p>
        </>
      ) : (
        <p>{left}</p>
      )}
      <p className="text-sm text-ink-3">{t('failed.nothingCharged')}</p>
    </>
  );
}

function retryLabel(reason: PaymentFailureReason | null): 'goOn' | 'otherCard' | 'retry' {
  if (reason === null) return 'goOn';
  return REMEDIES[reason] === 'otherCard' || REMEDIES[reason] === 'bank' ? 'otherCard' : 'retry';
}

/** `Pro, $9.99 a month`. */
function useChoiceText(choice: CheckoutChoice | null): string | null {
  const { t } = useTranslation('payment');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  if (!choice) return null;
  const plan = planOfId(choice.planId);
  const price = formatPrice(priceCents(plan, choice.isAnnual), locale);
  return t(choice.isAnnual ? 'failed.annualChoice' : 'failed.monthlyChoice', {
    plan: tCommon(`plans.${plan}`),
    price,
  });
}
