import type { ChangePreview } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import {
  useChangePreviewQuery,
  useChangeSubscriptionMutation,
  useMySubscriptionQuery,
  type PlanChoice,
} from '../../../api/endpoints/checkout';
import { useLeaving } from '../../../shared/hooks/use-leaving';
import { useFormatDate } from '../../../shared/hooks/use-format-date';
import { useNamespace } from '../../../shared/i18n/use-namespace';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { formatMoney } from '../../../shared/format';
import { leave } from '../../../shared/leave';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { Dialog } from '../../../shared/ui/overlays/dialog';
import { useRefreshPlan } from '../use-refresh-plan';
import { ChangeOutcome, isSettled, type ChangeResult } from './change-outcome';
import { PreviewFacts } from './preview-facts';
import { isRefusal, RefusedChange } from './refused-change';

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
  const { t: tCommon } = useTranslation();
  const preview = useChangePreviewQuery(choice, { refetchOnMountOrArgChange: true });
  const { data: subscription } = useMySubscriptionQuery();
  const change = useChange(choice, preview.data);
  const { result } = change;
  const plan = tCommon(`plans.${choice.plan_id === 'plan-pro' ? 'pro' : 'enterprise'}`);
  const interval = t(`change.interval.${choice.is_annual ? 'annual' : 'monthly'}`);
  const kind = preview.data?.kind;
  const title = !kind || kind === 'new' ? t('change.plain') : t(`change.title.${kind}`, { plan, interval });
  const isPayPal = subscription?.provider === 'paypal';
  const failure = change.error ?? preview.error;
  const isRefused = isRefusal(failure) || kind === 'new';
  return (
    <Dialog
      open
      onClose={onClose}
      busy={change.isBusy}
      title={title}
      actions={
        result || isRefused || !preview.data ? (
          <Button variant={result || isRefused ? 'primary' : 'quiet'} onClick={onClose}>
            {isRefused || (result && isSettled(result)) ? t('change.close') : t('change.back')}
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
          {failure ? (
            <ChangeError
              failure={failure}
              isRetrying={preview.isFetching}
              onRetry={preview.error ? () => void preview.refetch() : null}
            />
          ) : null}
        </>
      )}
    </Dialog>
  );
}

interface ChangeErrorProps {
  failure: unknown;
  isRetrying: boolean;
  /** Null: a click on the main button tries again. */
  onRetry: (() => void) | null;
}

function ChangeError({ failure, isRetrying, onRetry }: ChangeErrorProps) {
  const { t } = useTranslation('change');
  const locale = useLocale();
  return (
    <ErrorState
      title={t('change.failed')}
      text={errorText(failure, locale)}
      requestId={isApiError(failure) ? failure.requestId : null}
      {...(onRetry ? { onRetry, retrying: isRetrying } : {})}
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
  const { amount_due: due, effective_at: at } = preview;
  const label = isPayPal
    ? t('change.confirm.consent')
    : preview.kind === 'upgrade'
      ? t('change.confirm.pay', { amount: formatMoney(due, locale) })
      : t('change.confirm.later', { date: formatDate(at) });
  return (
    <Button variant="primary" busy={busy} onClick={() => void onClick()}>
      {label}
    </Button>
  );
}

/** Sends the change with the moment of its preview, so that the charge is the one shown. */
function useChange(choice: PlanChoice, preview: ChangePreview | undefined) {
  const to = useAddress();
  const refreshPlan = useRefreshPlan();
  const [change, { error }] = useChangeSubscriptionMutation();
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving] = useLeaving<true>();
  const [result, setResult] = useState<ChangeResult | null>(null);
  const run = async () => {
    setBusy(true);
    const back = to('profile', { query: { tab: 'subscription' } });
    const { data } = await change({
      ...choice,
      ...(preview?.proration_date == null ? {} : { proration_date: preview.proration_date }),
      success_url: back,
      cancel_url: back,
    });
    if (data?.approval_url) {
      setLeaving(true);
      leave.to(data.approval_url);
    } else {
      if (data) await refreshPlan();
      setResult(data ?? null);
    }
    setBusy(false);
  };
  return { run, isBusy: isBusy || leaving !== null, error, result };
}
