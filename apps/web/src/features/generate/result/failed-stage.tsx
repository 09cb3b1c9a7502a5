import type { Generation, Picture } from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';

/** What happened, and that it cost nothing. */
export function FailedStage({ generation, picture }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation('generate');
  const locale = useLocale();
  const reason = picture.error_code
    ? t(`failures.${picture.error_code}`)
    : (picture.error_message ?? t('result.unknownError'));
  return (
    <div role="alert" className="grid max-w-96 justify-items-center gap-2 p-6 text-center">
      <CircleAlert aria-hidden="true" className="size-8 text-danger-text" />
      <p className="font-semibold">{t('result.failedTitle')}</p>
      <p className="text-ink-2">{reason}</p>
      <p className="text-sm font-semibold text-ok-text">
        {t('result.creditsBack', { credits: formatCredits(generation.unit_price, locale) })}
      </p>
    </div>
  );
}
