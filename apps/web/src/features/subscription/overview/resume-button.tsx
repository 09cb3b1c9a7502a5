import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { useResumeSubscriptionMutation } from '../../../api/endpoints/billing';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { useRefreshPlan } from '../use-refresh-plan';

export function ResumeButton({ name }: { name: string }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const refreshPlan = useRefreshPlan();
  const [resume, { error }] = useResumeSubscriptionMutation();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const { data } = await resume();
    if (data) {
      await refreshPlan();
      showToast({ kind: 'success', text: t('plan.resumed', { plan: name }) });
    }
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="primary" busy={isBusy} onClick={() => void run()}>
        {t('plan.resume', { plan: name })}
      </Button>
      {error ? (
        <ErrorState
          title={t('plan.resumeFailed')}
          text={errorText(error, locale)}
          requestId={isApiError(error) ? error.requestId : null}
        />
      ) : null}
    </div>
  );
}
