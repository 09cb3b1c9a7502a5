import { planOfId, type ChangePreview } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { isUnanswered } from '../../../api/client/intent-keys';
import {
  useChangePreviewQuery,
  useChangeSubscriptionMutation,
  useMySubscriptionQuery,
  type PlanChoice,
} from '../../../api/endpoints/checkout';
import { useLeaving } from '../../../shared/browser/use-leaving';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useNamespace } from '../../../shared/i18n/use-namespace';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { formatMoney } from '../../../shared/format/format';
import { useOnline } from '../../../shared/browser/use-online';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { reportPurchase } from '../checkout/report-purchase';
import { OfflineNote } from '../offline-note';
import { useRefreshPlan } from '../use-refresh-plan';
import { ChangeMade, ChangeOutcome, isSettled, type ChangeResult } from './change-outcome';
import { PreviewFacts } from './preview-facts';
import { isOutdated, isRefusal, RefusedChange } from './refused-change';

interface ChangeDialogProps {
  choice: PlanChoice;
  onClose: () => void;
}

/** Shows what a change costs and when it happens, before it is agreed to. */
export function ChangeDialog(props: ChangeDialogProps) {
  // The pricing page does not load these texts before somebody changes a plan.
  return useNamespace('change') ? <LoadedDialog {...props} /> : null;
}

function LoadedDialog({ choice, onClose }: ChangeDialogProps) {
  const { t } = useTranslation('change');
  const preview = useChangePreviewQuery(choice, { refetchOnMountOrArgChange: true });
  const { data: subscription } = useMySubscriptionQuery();
  const { result, ...change } = useChange(choice, preview);
  const kind = preview.data?.kind;
  const { plan, title } = useNames(choice, kind);
  const isPayPal = subscription?.provider === 'paypal';
  const failure = failureOf(change.error, preview.error);
  const isMade = change.isUnknown && [change.error, preview.error].some(isAlreadyMade);
  const isRefused = !isMade && (isRefusal(failure) || kind === 'new');
  const isOver = result !== null || isMade || isRefused;
  return (
    <Dialog
      open
      onClose={onClose}
      busy={change.isBusy}
      title={title}
      actions={
        isOver || !preview.data ? (
          <Button variant={isOver ? 'primary' : 'quiet'} onClick={onClose}>
            {isMade || isRefused || (result && isSettled(result)) ? t('change.close') : t('change.back')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={change.isBusy}>
              {t('change.back')}
            </Button>
            <ConfirmButton preview={preview.data} isPayPal={isPayPal} busy={change.isBusy} onClick={change.run} />
          </>
        )
      }
    >
      {result ? (
        <ChangeOutcome result={result} plan={plan} />
      ) : isMade ? (
        <ChangeMade plan={plan} />
      ) : isRefused ? (
        <RefusedChange failure={failure} onClose={onClose} />
      ) : (
        <>
          {preview.error ? null : (
            <Loading active={!preview.data} placeholder={<Skeleton className="h-44 w-full rounded-control" />}>
              {preview.data ? (
                <PreviewFacts preview={preview.data} current={subscription ?? null} isPayPal={isPayPal} />
              ) : null}
            </Loading>
          )}
          {failure ? <ChangeError failure={failure} failed={preview.error ? preview : null} /> : null}
          <OfflineNote>{t('change.offline')}</OfflineNote>
        </>
      )}
    </Dialog>
  );
}

function useNames(choice: PlanChoice, kind: ChangePreview['kind'] | undefined): { plan: string; title: string } {
  const { t } = useTranslation('change');
  const { t: tCommon } = useTranslation();
  const plan = tCommon(`plans.${planOfId(choice.plan_id)}`);
  const interval = t(`change.interval.${choice.is_annual ? 'annual' : 'monthly'}`);
  return { plan, title: !kind || kind === 'new' ? t('change.plain') : t(`change.title.${kind}`, { plan, interval }) };
}

/** Of a price that was out of date, only what became of the new one counts. */
const failureOf = (change: unknown, preview: unknown): unknown =>
  isOutdated(change) ? (preview ?? change) : (change ?? preview);

/** After an attempt without an answer: it had arrived. */
const isAlreadyMade = (error: unknown): boolean => isApiError(error) && error.code === 'ALREADY_ON_PLAN';

interface ChangeErrorProps {
  failure: unknown;
  /** What is read again; null: a click on the main button tries again. */
  failed: { isFetching: boolean; refetch: () => unknown } | null;
}

function ChangeError({ failure, failed }: ChangeErrorProps) {
  const { t } = useTranslation('change');
  const locale = useLocale();
  const isUnknown = !failed && isUnanswered(failure);
  return (
    <ErrorState
      title={t(isUnknown ? 'change.unknown.title' : isOutdated(failure) ? 'change.outdated' : 'change.failed')}
      text={isUnknown ? t('change.unknown.text') : errorText(failure, locale)}
      requestId={isApiError(failure) ? failure.requestId : null}
      {...(failed ? { onRetry: () => void failed.refetch(), retrying: failed.isFetching } : {})}
    />
  );
}

interface ConfirmButtonProps {
  preview: ChangePreview;
  isPayPal: boolean;
  busy: boolean;
  onClick: () => Promise<void>;
}

/** Says on the button what it costs, or when it happens. */
function ConfirmButton({ preview, isPayPal, busy, onClick }: ConfirmButtonProps) {
  const { t } = useTranslation('change');
  const locale = useLocale();
  const formatDate = useFormatDate();
  const online = useOnline();
  const { amount_due: due, effective_at: at } = preview;
  const label = isPayPal
    ? t('change.confirm.consent')
    : preview.kind === 'upgrade'
      ? t('change.confirm.pay', { amount: formatMoney(due, locale) })
      : t('change.confirm.later', { date: formatDate(at) });
  return (
    <Button variant="primary" busy={busy} disabled={!online} onClick={() => void onClick()}>
      {label}
    </Button>
  );
}

/** Sends the change with the moment of its preview, so that the charge is the one shown. */
function useChange(
  choice: PlanChoice,
  { data: preview, refetch }: { data?: ChangePreview | undefined; refetch: () => PromiseLike<unknown> },
) {
  const to = useAddress();
  const refreshPlan = useRefreshPlan();
  const [change, { error }] = useChangeSubscriptionMutation();
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving, leaveTo] = useLeaving<true>();
  const [result, setResult] = useState<ChangeResult | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const run = async () => {
    setBusy(true);
    const back = to('profile', { query: { tab: 'subscription' } });
    const { data, error: failure } = await change({
      ...choice,
      ...(preview?.proration_date == null ? {} : { proration_date: preview.proration_date }),
      success_url: back,
      cancel_url: back,
    });
    if (data?.approval_url) {
      setLeaving(true);
      leaveTo(data.approval_url);
    } else {
      if (isUnanswered(failure)) setUnknown(true);
      if (isOutdated(failure)) await refetch();
      if (data?.payment?.status === 'success') reportPurchase(data.payment);
      if (data || isUnanswered(failure)) await refreshPlan();
      setResult(data ?? null);
    }
    setBusy(false);
  };
  return { run, isBusy: isBusy || leaving !== null, error, result, isUnknown };
}
