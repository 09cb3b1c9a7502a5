import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { isApiError } from '../../../api/client/api-error';
import { useConfirmCardMutation } from '../../../api/endpoints/payment-methods';
import { useAskAgain } from './use-ask-again';
import { showToast } from '../../../shared/toasts';
import { useRefreshPlan } from '../use-refresh-plan';

const SESSION = 'session_id';

/** Confirms the card with which somebody comes back from the provider's page; the webhook may be late. */
export function useCardReturn() {
  const { t } = useTranslation('billing');
  const [query, setQuery] = useSearchParams();
  const [sessionId] = useState(() => query.get(SESSION));
  const [confirm] = useConfirmCardMutation();
  const refreshPlan = useRefreshPlan();
  const { isAsking, isUnanswered } = useAskAgain(sessionId !== null, async () => {
    const { data, error } = await confirm(sessionId ?? '');
    if (data) {
      await refreshPlan();
      showToast({ kind: 'success', text: t('methods.saved') });
      return 'yes';
    }
    return isApiError(error) && error.status >= 400 && error.status < 500 ? 'never' : 'notYet';
  });
  useEffect(() => {
    if (!query.has(SESSION)) return;
    const rest = new URLSearchParams(query);
    rest.delete(SESSION);
    setQuery(rest, { replace: true, preventScrollReset: true });
  }, [query, setQuery]);
  return { isConfirming: isAsking, isUnconfirmed: isUnanswered };
}
