import { planOfId, type PaymentOutcome } from '@app/contracts';
import { CircleCheck, ExternalLink, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { errorText } from '../../../api/client/error-text';
import type { ReturnedPayment } from '../../../api/endpoints/billing';
import { useQuotaQuery } from '../../../api/endpoints/quota';
import { formatCredits, formatMoney, joinSentences } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { Button, ButtonLink } from '../../../shared/ui/actions/button';
import { buttonStyle, type ButtonVariant } from '../../../shared/ui/actions/button-style';
import { StatusPage } from '../../../shared/ui/feedback/status-page';
import { Facts } from '../facts';
import { choiceQuery } from './checkout-choice';
import { reportPurchase } from './report-purchase';
import { isTakenBack, TakenBackPayment } from './taken-back-payment';
import { PACE, usePaymentOutcome } from './use-payment-outcome';

/** Waits for the truth about a payment: nobody is thanked for one that the provider does not know of. */
export function PaymentConfirmation({ returned, pace = PACE }: { returned: ReturnedPayment; pace?: typeof PACE }) {
  const { t } = useTranslation('payment');
  const locale = useLocale();
  const to = useAddress();
  const navigate = useNavigate();
  const { outcome, error, isPatient, ask } = usePaymentOutcome(returned, pace);
  const status = outcome?.status;

  useEffect(() => {
    if (status === 'success' && outcome && !isTakenBack(outcome)) reportPurchase(outcome);
    if (!outcome || (status !== 'failed' && status !== 'cancelled')) return;
    const { plan_id: planId, is_annual: isAnnual, payment_id, failure_reason: reason } = outcome;
    const query = {
      ...choiceQuery({ planId, isAnnual, provider: returned.provider }),
      payment_id,
      ...(reason && { reason }),
    };
    void navigate(to('paymentFailed', { query }), { replace: true });
  }, [navigate, outcome, returned.provider, status, to]);

  if (outcome && status === 'success')
    return isTakenBack(outcome) ? <TakenBackPayment outcome={outcome} /> : <Paid outcome={outcome} />;
  if (error?.status === 404)
    return (
      <StatusPage icon={TriangleAlert} title={t('success.unknownTitle')} text={t('success.unknown')}>
        <ButtonLink variant="primary" to={to('profile', { query: { tab: 'subscription' } })}>
          {t('success.subscription')}
        </ButtonLink>
        <ButtonLink to={to('contact')}>{t('failed.contact')}</ButtonLink>
      </StatusPage>
    );
  if (isPatient && error)
    return (
      <StatusPage
        icon={TriangleAlert}
        title={t('success.failedTitle')}
        text={joinSentences([t('success.failed'), errorText(error, locale)], locale)}
      >
        <CheckButton onAsk={ask} />
        <ButtonLink to={to('contact')}>{t('failed.contact')}</ButtonLink>
      </StatusPage>
    );
  return <Waiting outcome={outcome} isPatient={isPatient} onAsk={ask} />;
}

interface WaitingProps {
  outcome: PaymentOutcome | null;
  isPatient: boolean;
  onAsk: () => Promise<void>;
}

function Waiting({ outcome, isPatient, onAsk }: WaitingProps) {
  const { t } = useTranslation('payment');
  const to = useAddress();
  const page = outcome?.hosted_invoice_url;
  return (
    <StatusPage
      icon={LoaderCircle}
      isBusy
      title={isPatient ? t('success.pendingTitle') : t('success.checkingTitle')}
      text={page ? t('success.bank') : isPatient ? t('success.pending') : t('success.checking')}
    >
      {page ? (
        <a href={page} className={buttonStyle('primary', 'md')}>
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('success.bankGo')}
        </a>
      ) : null}
      {isPatient ? (
        <>
          <CheckButton variant={page ? 'quiet' : 'primary'} onAsk={onAsk} />
          <ButtonLink to={to('contact')}>{t('failed.contact')}</ButtonLink>
        </>
      ) : null}
    </StatusPage>
  );
}

interface CheckButtonProps {
  variant?: ButtonVariant;
  onAsk: () => Promise<void>;
}

/** Busy with its own question alone: one that the page asks by itself may hang. */
function CheckButton({ variant = 'primary', onAsk }: CheckButtonProps) {
  const { t } = useTranslation('payment');
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    await onAsk();
    setBusy(false);
  };
  return (
    <Button variant={variant} busy={busy} onClick={() => void check()}>
      {t('success.check')}
    </Button>
  );
}

function Paid({ outcome }: { outcome: PaymentOutcome }) {
  const { t } = useTranslation('payment');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const to = useAddress();
  const formatDate = useFormatDate();
  const { data: quota } = useQuotaQuery();
  const plan = tCommon(`plans.${planOfId(outcome.plan_id)}`);
  const next = outcome.subscription?.next_charge;
  const facts = [
    { label: t('success.rows.plan'), value: t(outcome.is_annual ? 'success.annual' : 'success.monthly', { plan }) },
    { label: t('success.rows.paid'), value: formatMoney(outcome.amount, locale) },
    ...(quota ? [{ label: t('success.rows.credits'), value: formatCredits(quota.remainingCredits, locale) }] : []),
    ...(next
      ? [
          {
            label: t('success.rows.next'),
            value: t('success.nextCharge', { amount: formatMoney(next.amount, locale), date: formatDate(next.at) }),
          },
        ]
      : []),
  ];
  return (
    <StatusPage
      icon={CircleCheck}
      tone="ok"
      title={t('success.title', { plan })}
      text={t('success.text')}
      details={
        <div className="w-full border-y border-line text-start">
          <Facts facts={facts} />
        </div>
      }
    >
      <ButtonLink variant="primary" to={to('generate')}>
        {t('success.generate')}
      </ButtonLink>
      <ButtonLink to={to('profile', { query: { tab: 'subscription' } })}>{t('success.subscription')}</ButtonLink>
    </StatusPage>
  );
}
