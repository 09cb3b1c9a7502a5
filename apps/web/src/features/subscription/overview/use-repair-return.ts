import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMySubscriptionQuery } from '../../../api/endpoints/checkout';
import { useAskAgain } from './use-ask-again';
import { readTab, writeTab } from '../../../shared/storage/tab-storage';
import { showToast } from '../../../shared/toasts';
import { useRefreshPlan } from '../use-refresh-plan';

/** The page of an open invoice leads nowhere: people come back by themselves, with nothing that could be confirmed. */
export const noteRepairLeft = (): void => writeTab('repair_left', true);

const hasLeft = (): boolean => readTab('repair_left') === true;

/** Looks for the payment after a return from the page of an open invoice. `plan` is named once it has arrived. */
export function useRepairReturn(plan: string) {
  const { t } = useTranslation('errors');
  const { refetch } = useMySubscriptionQuery();
  const refreshPlan = useRefreshPlan();
  const [isBack] = useState(hasLeft);
  const { isAsking, isUnanswered, start } = useAskAgain(isBack, async () => {
    const { data, isSuccess } = await refetch();
    if (!isSuccess || data?.grace_until !== null) return 'notYet';
    showToast({ kind: 'success', text: t('pastDue.paid', { plan }) });
    await refreshPlan();
    return 'yes';
  });
  useEffect(() => {
    writeTab('repair_left', null);
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !hasLeft()) return;
      writeTab('repair_left', null);
      start();
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [start]);
  return { isChecking: isAsking, isMissing: isUnanswered };
}
