import type { Payment } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { useRefundPaymentMutation } from '../../../api/endpoints/billing';
import { formatMoney } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { useRefreshPlan } from '../use-refresh-plan';

/** Says what a refund ends before it is asked for. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const refreshPlan = useRefreshPlan();
  const [refund, { error }] = useRefundPaymentMutation();
  const [isBusy, setBusy] = useState(false);
  const amount = formatMoney(payment.amount, locale);
  const run = async () => {
    setBusy(true);
    const { data } = await refund({ payment_id: payment.id });
    if (data) {
      await refreshPlan();
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
            {t('payments.ask.no')}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void run()}>
            {t('payments.ask.yes', { amount })}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1.5 ps-5 text-ink-2 marker:text-ink-3">
        <li>{t('payments.ask.money', { amount })}</li>
        <li>{t('payments.ask.plan')}</li>
        <li>{t('payments.ask.images')}</li>
      </ul>
      {error ? (
        <ErrorState
          title={t('payments.ask.failed')}
          text={errorText(error, locale)}
          requestId={isApiError(error) ? error.requestId : null}
        />
      ) : null}
    </Dialog>
  );
}
