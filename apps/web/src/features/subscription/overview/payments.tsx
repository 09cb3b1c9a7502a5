import { PAYMENTS_PAGE_SIZE, planOfId, type Payment } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaymentsQuery } from '../../../api/endpoints/billing';
import { formatMoney } from '../../../shared/format/format';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Badge } from '../../../shared/ui/feedback/badge';
import { useNamespace } from '../../../shared/i18n/use-namespace';
import { RefundDialog } from './refund-dialog';
import { Empty, Pager, ROW_STYLE, ROWS_STYLE, Section } from './section';

export function Payments({ hasEnded = false }: { hasEnded?: boolean }) {
  const { t } = useTranslation('billing');
  const [page, setPage] = useState(1);
  const [refunded, setRefunded] = useState<Payment | null>(null);
  const query = usePaymentsQuery({ page, limit: PAYMENTS_PAGE_SIZE }, { refetchOnFocus: true });
  return (
    <Section
      title={t('payments.title')}
      query={query}
      failed={t('payments.failed')}
      skeletonClass="h-32"
      pager={<Pager list={query.data} page={page} onPage={setPage} />}
    >
      {({ data }) => (
        <div className="grid gap-4">
          {data.length > 0 ? (
            <ul className={ROWS_STYLE}>
              {data.map((payment) => (
                <Row key={payment.id} payment={payment} onRefund={() => setRefunded(payment)} />
              ))}
            </ul>
          ) : (
            <Empty>{t('payments.empty')}</Empty>
          )}
          {refunded ? <RefundDialog payment={refunded} hasEnded={hasEnded} onClose={() => setRefunded(null)} /> : null}
        </div>
      )}
    </Section>
  );
}

function Row({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const formatDate = useFormatDate();
  const plan = tCommon(`plans.${planOfId(payment.plan_id)}`);
  const interval = t(payment.is_annual ? 'payments.interval.annual' : 'payments.interval.monthly');
  const amount = formatMoney(payment.amount, locale);
  return (
    <li className={ROW_STYLE}>
      <span className="grid min-w-36 flex-1 sm:min-w-0">
        <span className="font-semibold">
          {t(`payments.kinds.${payment.kind}`, { plan })} · {interval}
        </span>
        <span className="text-sm text-ink-3">{formatDate(payment.paid_at ?? payment.created_at)}</span>
        <Reason payment={payment} />
        {payment.refund_state === 'failed' ? <FailedRefund /> : null}
      </span>
      <span className="flex">
        <Status payment={payment} />
      </span>
      <span className="ms-auto font-semibold sm:min-w-20 sm:text-end">{amount}</span>
      {payment.can_refund ? (
        <Button variant="ghost" aria-label={t('payments.refundNamed', { amount })} onClick={onRefund}>
          {t('payments.refund')}
        </Button>
      ) : null}
    </li>
  );
}

function Status({ payment }: { payment: Payment }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const { status, amount, refunded_amount: refunded, is_disputed: isDisputed, refund_state: refund } = payment;
  if (isDisputed) return <Badge tone="danger">{t('payments.disputed')}</Badge>;
  if (refund)
    return <Badge tone={refund === 'failed' ? 'danger' : 'info'}>{t(`payments.refundState.${refund}`)}</Badge>;
  if (refunded >= amount) return <Badge tone="info">{t('payments.refunded')}</Badge>;
  if (refunded > 0)
    return <Badge tone="info">{t('payments.refundedPart', { amount: formatMoney(refunded, locale) })}</Badge>;
  const tone = { success: 'ok', failed: 'danger', redirecting: 'plain', cancelled: 'plain' } as const;
  return <Badge tone={tone[status]}>{t(`payments.status.${status}`)}</Badge>;
}

function FailedRefund() {
  const { t } = useTranslation('billing');
  const to = useAddress();
  return (
    <span className="text-sm text-danger-text">
      {t('payments.refundFailed')}{' '}
      <Link to={to('contact')} className="font-semibold underline underline-offset-4">
        {t('payments.ask.contact')}
      </Link>
    </span>
  );
}

function Reason({ payment: { status, failure_reason: reason } }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const isReady = useNamespace('payment');
  return isReady && status === 'failed' && reason ? (
    <span className="text-sm text-danger-text">{t(`failed.reasons.${reason}`)}</span>
  ) : null;
}
