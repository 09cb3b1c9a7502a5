import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loadProfile } from '../../../api/auth/session';
import { useUser } from '../../../api/auth/use-session';
import type { ApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { isUnanswered } from '../../../api/client/intent-keys';
import { useAppDispatch } from '../../../entities/app-state';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { imageLimitOf, rowLimitOf } from '../row-limit';

/** Why something was not started, as far as anybody knows, and what can be done. */
export function IntentFailure({ failure }: { failure: ApiError }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  return (
    <p role="alert" className="text-sm text-danger-text">
      {failure.code === 'PLAN_LIMIT' ? (
        <PlanLimit />
      ) : (
        <>
          {errorText(failure, locale)}
          {isUnanswered(failure) ? <span className="block">{t('start.notTwice')}</span> : null}
        </>
      )}
    </p>
  );
}

function PlanLimit() {
  const { t } = useTranslation('batch');
  const to = useAddress();
  const user = useUser();
  const dispatch = useAppDispatch();
  // Refused although this tab thought it allowed: the plan has changed.
  useEffect(() => {
    dispatch(loadProfile({ force: true })).catch(() => undefined);
  }, [dispatch]);
  return (
    <>
      {t('start.planLimit', { rows: rowLimitOf(user), count: imageLimitOf(user) })}{' '}
      <Link to={to('pricing')} className="underline underline-offset-4">
        {t('seePlans')}
      </Link>
    </>
  );
}
