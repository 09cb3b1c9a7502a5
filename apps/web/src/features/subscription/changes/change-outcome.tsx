import type { CallAnswer, subscriptionCalls } from '@app/contracts';
import { CircleCheck, ExternalLink, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useNamespace } from '../../../shared/i18n/use-namespace';
import { buttonStyle } from '../../../shared/ui/actions/button-style';

export type ChangeResult = CallAnswer<typeof subscriptionCalls.change>;

/** Whether the change is made or planned; else a payment is missing. */
export const isSettled = ({ payment }: ChangeResult): boolean => payment === null || payment.status === 'success';

const MADE = <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok-text" />;

export function ChangeMade({ plan }: { plan: string }) {
  const { t } = useTranslation('change');
  return <Outcome icon={MADE}>{t('change.done.upgrade', { plan })}</Outcome>;
}

/** What became of a change, never better than it is. */
export function ChangeOutcome({ result, plan }: { result: ChangeResult; plan: string }) {
  const { t } = useTranslation('change');
  const formatDate = useFormatDate();
  const { payment } = result;
  if (isSettled(result))
    return result.kind === 'upgrade' ? (
      <ChangeMade plan={plan} />
    ) : (
      <Outcome icon={MADE}>{t('change.done.later', { date: formatDate(result.effective_at) })}</Outcome>
    );
  const isDeclined = payment?.status === 'failed' || payment?.failure_reason != null;
  const asksBank = payment?.failure_reason === 'authentication_required' || !isDeclined;
  const page = payment?.hosted_invoice_url;
  return (
    <Outcome
      icon={<TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger-text" />}
      action={
        page ? (
          <a href={page} className={buttonStyle('primary', 'md')}>
            <ExternalLink aria-hidden="true" className="size-4" />
            {asksBank ? t('change.bankGo') : t('change.repair')}
          </a>
        ) : null
      }
    >
      {payment?.failure_reason ? <Reason reason={payment.failure_reason} /> : null}{' '}
      {isDeclined ? t('change.declined') : page ? t('change.bank') : t('change.waiting')}
    </Outcome>
  );
}

function Reason({ reason }: { reason: NonNullable<NonNullable<ChangeResult['payment']>['failure_reason']> }) {
  const { t } = useTranslation('payment');
  return useNamespace('payment') ? t(`failed.reasons.${reason}`) : null;
}

function Outcome({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div role="status" className="grid justify-items-start gap-4 rounded-control border border-line bg-surface p-4">
      <p className="flex items-start gap-3">
        {icon}
        <span>{children}</span>
      </p>
      {action}
    </div>
  );
}
