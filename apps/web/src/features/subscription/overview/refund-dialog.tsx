import { REFUND_DAYS, REFUND_MAX_USED, type Payment } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { isUnanswered } from '../../../api/client/intent-keys';
import { useRefundPaymentMutation } from '../../../api/endpoints/billing';
import { useOnline } from '../../../shared/browser/use-online';
import { formatMoney } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button, ButtonLink } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { OfflineNote } from '../offline-note';
import { useRefreshPlan } from '../use-refresh-plan';

interface RefundDialogProps {
  payment: Payment;
  /** No plan runs any more. */
  hasEnded: boolean;
  onClose: () => void;
}

/** Says what a refund ends before it is asked for. */
export function RefundDialog({ payment, hasEnded, onClose }: RefundDialogProps) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const online = useOnline();
  const refreshPlan = useRefreshPlan();
  const [refund, { error }] = useRefundPaymentMutation();
  const [isBusy, setBusy] = useState(false);
  const amount = formatMoney(payment.amount, locale);
  const run = async () => {
    setBusy(true);
    const { data, error: failure } = await refund({ payment_id: payment.id });
    if (data || isOpen(failure)) await refreshPlan();
    if (data) {
      showToast({ kind: 'success', text: t('payments.done', { amount }) });
      onClose();
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isBusy}
      title={t('payments.ask.title', { amount })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t(hasEnded ? 'payments.ask.noEnded' : 'payments.ask.no')}
          </Button>
          <Button variant="danger" busy={isBusy} disabled={!online} onClick={() => void run()}>
            {t('payments.ask.yes', { amount })}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1.5 ps-5 text-ink-2 marker:text-ink-3">
        <li>{t('payments.ask.money', { amount })}</li>
        <PlanAndCredits payment={payment} hasEnded={hasEnded} />
        <li>{t('payments.ask.images')}</li>
      </ul>
      {error ? <Refusal error={error} /> : null}
      <OfflineNote>{t('payments.ask.offline')}</OfflineNote>
    </Dialog>
  );
}

/** The provider may refund all the same, and the plan then ends. */
const isOpen = (error: unknown): boolean =>
  isUnanswered(error) && !(isApiError(error) && error.code === 'REFUND_DELAYED');

/** An upgrade is not all that its refund ends, and not all that was paid. */
function PlanAndCredits({ payment, hasEnded }: Pick<RefundDialogProps, 'payment' | 'hasEnded'>) {
  const { t } = useTranslation('billing');
  if (hasEnded) return <li>{t('payments.ask.ended')}</li>;
  if (payment.kind !== 'upgrade') return <li>{t('payments.ask.plan')}</li>;
  const rule = { days: REFUND_DAYS, percent: REFUND_MAX_USED * 100 };
  return (
    <>
      <li>{t('payments.ask.upgrade.plan')}</li>
      <li>{t('payments.ask.upgrade.credits')}</li>
      <li>{payment.can_refund_previous ? t('payments.ask.upgrade.previous') : t('payments.ask.upgrade.only', rule)}</li>
    </>
  );
}

const isMadeByHand = (code: string): boolean => code === 'REFUND_NOT_POSSIBLE' || code === 'REFUND_DELAYED';

function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const to = useAddress();
  const known = isApiError(error) ? error : null;
  const isUnknown = isOpen(error);
  return (
    <ErrorState
      title={t(isUnknown ? 'payments.ask.unknown.title' : 'payments.ask.failed')}
      text={isUnknown ? t('payments.ask.unknown.text') : errorText(error, locale)}
      requestId={known?.requestId}
      action={
        known && isMadeByHand(known.code) ? (
          <ButtonLink to={to('contact')}>{t('payments.ask.contact')}</ButtonLink>
        ) : null
      }
    />
  );
}
