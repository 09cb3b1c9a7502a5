import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PollingError } from '../../../entities/generation/generation-jobs';
import { useAddress } from '../../../shared/i18n/locale-context';

/** Nobody knows how it stands; what that means for the image and its credits is known all the same. */
export function PollingErrorBanner({ error }: { error: PollingError }) {
  const { t } = useTranslation('generate');
  const to = useAddress();
  return (
    <div role="alert" className="grid gap-1 rounded-control bg-danger-tint px-4 py-3 text-sm text-danger-text">
      <p className="font-semibold">{t(error === 'timeout' ? 'result.timeoutTitle' : 'result.checkFailed')}</p>
      <p>{t(error === 'timeout' ? 'result.timeoutText' : 'result.checkFailedText')}</p>
      {error === 'timeout' ? (
        <p>
          <Link to={to('gallery')} className="font-semibold underline underline-offset-4">
            {t('result.gallery')}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
