import { useTranslation } from 'react-i18next';
import type { PollingError } from '../../../entities/generation/generation-jobs';

/** Nobody knows how it stands; what that means for the image and its credits is known all the same. */
export function PollingErrorBanner({ error }: { error: PollingError }) {
  const { t } = useTranslation('generate');
  return (
    <div role="alert" className="grid gap-1 rounded-control bg-danger-tint px-4 py-3 text-sm text-danger-text">
      <p className="font-semibold">{error === 'timeout' ? t('result.timeoutTitle') : t('result.checkFailed')}</p>
      {error === 'timeout' ? <p>{t('result.timeoutText')}</p> : null}
    </div>
  );
}
