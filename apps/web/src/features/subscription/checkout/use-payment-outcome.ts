import type { PaymentOutcome } from '@app/contracts';
import { useCallback, useEffect, useState } from 'react';
import { isApiError, type ApiError } from '../../../api/client/api-error';
import { useConfirmPaymentMutation, type ReturnedPayment } from '../../../api/endpoints/billing';
import { useRefreshPlan } from '../use-refresh-plan';

/**
 * How often the provider is asked. Most payments are decided within a second or two of the return; after `patientAfter`
 * answers without a decision, people are told to be patient.
 */
export const PACE = { soonMs: 500, soonTimes: 4, everyMs: 2_000, patientAfter: 18, laterMs: 10_000 };

interface Asked {
  outcome: PaymentOutcome | null;
  error: ApiError | null;
  times: number;
}

const isOver = ({ outcome, error }: Asked): boolean =>
  error?.status === 404 || (outcome !== null && outcome.status !== 'redirecting');

/** Milliseconds before the provider is asked once more, after `times` answers. */
export function waitBefore(times: number, { soonMs, soonTimes, everyMs, patientAfter, laterMs } = PACE): number {
  if (times === 0) return 0;
  if (times <= soonTimes) return soonMs;
  return times < patientAfter ? everyMs : laterMs;
}

/** Asks what became of a payment until it is decided. A failure to ask decides nothing. */
export function usePaymentOutcome(returned: ReturnedPayment | null, pace = PACE) {
  const [confirm] = useConfirmPaymentMutation();
  const refreshPlan = useRefreshPlan();
  const [asked, setAsked] = useState<Asked>({ outcome: null, error: null, times: 0 });

  const ask = useCallback(async () => {
    if (!returned) return;
    const { data, error } = await confirm(returned);
    // The page is shown with the new plan, never before it.
    if (data?.status === 'success') await refreshPlan();
    setAsked((before) => {
      // An answer that was on its way while another one decided it is older than that.
      if (isOver(before)) return before;
      return { outcome: data ?? before.outcome, error: isApiError(error) ? error : null, times: before.times + 1 };
    });
  }, [confirm, refreshPlan, returned]);

  const isPatient = asked.times >= pace.patientAfter;
  useEffect(() => {
    if (isOver(asked)) return undefined;
    const timer = setTimeout(() => void ask(), waitBefore(asked.times, pace));
    return () => clearTimeout(timer);
  }, [ask, asked, pace]);

  return { ...asked, isPatient, ask };
}
