import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { isUnanswered } from '../../../api/client/intent-keys';
import { useResumeSubscriptionMutation } from '../../../api/endpoints/billing';
import { useOnline } from '../../../shared/browser/use-online';
import { useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { OfflineNote } from '../offline-note';
import { useRefreshPlan } from '../use-refresh-plan';

export function ResumeButton({ name }: { name: string }) {
  const { t } = useTranslation('billing');
  const locale = useLocale();
  const online = useOnline();
  const refreshPlan = useRefreshPlan();
  const [resume, { error }] = useResumeSubscriptionMutation();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const { data, error: failure } = await resume();
    if (data || isUnanswered(failure)) await refreshPlan();
    if (data) showToast({ kind: 'success', text: t('plan.resumed', { plan: name }) });
    setBusy(false);
  };
  const isUnknown = isUnanswered(error);
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="primary" busy={isBusy} disabled={!online} onClick={() => void run()}>
        {t('plan.resume', { plan: name })}
      </Button>
      {error ? (
        <ErrorState
          title={t(isUnknown ? 'plan.resumeUnknown.title' : 'plan.resumeFailed')}
          text={isUnknown ? t('plan.resumeUnknown.text') : errorText(error, locale)}
          requestId={isApiError(error) ? error.requestId : null}
        />
      ) : null}
      <OfflineNote>{t('plan.resumeOffline')}</OfflineNote>
    </div>
  );
}
