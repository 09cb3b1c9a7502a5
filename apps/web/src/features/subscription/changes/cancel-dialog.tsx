import {
  CANCELLATION_REASON_MAX,
  CANCELLATION_REASONS,
  type CancellationReason,
  type Subscription,
} from '@app/contracts';
import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { isUnanswered } from '../../../api/client/intent-keys';
import { useCancelSubscriptionMutation } from '../../../api/endpoints/billing';
import { useMySubscriptionQuery } from '../../../api/endpoints/checkout';
import { useOnline } from '../../../shared/browser/use-online';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useLocale } from '../../../shared/i18n/locale-context';
import { useNamespace } from '../../../shared/i18n/use-namespace';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { TextArea } from '../../../shared/ui/forms/text-area';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { DialogFoot } from '../../../shared/ui/overlays/dialog-foot';
import { OfflineNote } from '../offline-note';
import { canResume, endOf } from '../subscription-end';
import { useRefreshPlan } from '../use-refresh-plan';

/** Says what a cancellation does and when, before it is done. */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { data: subscription } = useMySubscriptionQuery();
  const isReady = useNamespace('change');
  return isReady && subscription ? <LoadedDialog subscription={subscription} onClose={onClose} /> : null;
}

function LoadedDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { t } = useTranslation('change');
  const { t: tCommon } = useTranslation();
  const [reason, setReason] = useState<CancellationReason | null>(null);
  const [custom, setCustom] = useState('');
  const plan = tCommon(`plans.${subscription.plan_type}`);
  const online = useOnline();
  const { run, isBusy, error } = useCancel(plan, onClose);
  // Code points, as the API counts.
  const isTooLong = [...custom.trim()].length > CANCELLATION_REASON_MAX;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isTooLong || isBusy || !online) return;
    void run(reason === 'other' ? custom.trim() || reason : (reason ?? undefined));
  };
  return (
    <Dialog open onClose={onClose} busy={isBusy} title={t('cancel.title', { plan })}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Consequences subscription={subscription} plan={plan} />
        <ReasonChoice reason={reason} onChange={setReason} />
        {reason === 'other' ? (
          <TextArea
            label={t('cancel.custom')}
            rows={2}
            limit={CANCELLATION_REASON_MAX}
            value={custom}
            error={isTooLong ? t('cancel.tooLong', { count: CANCELLATION_REASON_MAX }) : undefined}
            onChange={(event) => setCustom(event.target.value)}
          />
        ) : null}
        {error ? <CancelError error={error} /> : null}
        <OfflineNote>{t('cancel.offline')}</OfflineNote>
        <DialogFoot>
          <Button onClick={onClose} disabled={isBusy}>
            {t('cancel.keep', { plan })}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} disabled={isTooLong || !online}>
            {t('cancel.confirm', { plan })}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function CancelError({ error }: { error: unknown }) {
  const { t } = useTranslation('change');
  const locale = useLocale();
  const isUnknown = isUnanswered(error);
  return (
    <ErrorState
      title={t(isUnknown ? 'cancel.unknown.title' : 'cancel.failed')}
      text={isUnknown ? t('cancel.unknown.text') : errorText(error, locale)}
      requestId={isApiError(error) ? error.requestId : null}
    />
  );
}

/** Of what can be done until the end. */
function wayBackFrom(subscription: Subscription) {
  if (!canResume(subscription)) return 'cancel.final';
  return subscription.grace_until === null ? 'cancel.resume' : 'cancel.resumeUnpaid';
}

function Consequences({ subscription, plan }: { subscription: Subscription; plan: string }) {
  const { t } = useTranslation('change');
  const { t: tCommon } = useTranslation();
  const formatDate = useFormatDate();
  const isAtOnce = subscription.cancellation_mode === 'immediate';
  const date = formatDate(endOf(subscription));
  const { pending_plan_id: pending } = subscription;
  const lines = [
    isAtOnce ? t('cancel.atOnce', { plan }) : t('cancel.untilDate', { plan, date }),
    isAtOnce ? t('cancel.creditsAtOnce') : t('cancel.credits'),
    pending && t('cancel.pending', { plan: tCommon(pending === 'plan-pro' ? 'plans.pro' : 'plans.enterprise') }),
    t('cancel.after'),
    t('cancel.images'),
    isAtOnce ? null : t(wayBackFrom(subscription), { date }),
  ].filter((line) => line !== null);
  return (
    <div className="grid gap-2 rounded-control border border-line bg-surface p-4">
      <h3 className="text-sm font-semibold text-ink-2">{t('cancel.when')}</h3>
      <ul className="grid list-disc gap-1.5 ps-5 marker:text-ink-3">
        {lines.map((line, index) => (
          <li key={line} className={index === 0 ? 'font-semibold' : 'text-ink-2'}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReasonChoice({
  reason,
  onChange,
}: {
  reason: CancellationReason | null;
  onChange: (reason: CancellationReason) => void;
}) {
  const { t } = useTranslation('change');
  const name = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-semibold">{t('cancel.reason')}</legend>
      {CANCELLATION_REASONS.map((each) => (
        <label
          key={each}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-hover"
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={reason === each}
            onChange={() => onChange(each)}
            className="size-4 shrink-0"
          />
          {t(`cancel.reasons.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

function useCancel(plan: string, onDone: () => void) {
  const { t } = useTranslation('change');
  const formatDate = useFormatDate();
  const refreshPlan = useRefreshPlan();
  const [cancel, { error }] = useCancelSubscriptionMutation();
  const [isBusy, setBusy] = useState(false);
  const run = async (reason: string | undefined) => {
    setBusy(true);
    const { data, error: failure } = await cancel({ reason });
    if (!failure || isUnanswered(failure)) await refreshPlan();
    if (!failure) {
      const text = data ? t('cancel.done', { plan, date: formatDate(endOf(data)) }) : t('cancel.doneAtOnce', { plan });
      showToast({ kind: 'success', text });
      onDone();
    }
    setBusy(false);
  };
  return { run, isBusy, error };
}
