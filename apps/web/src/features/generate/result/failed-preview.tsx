import type { Generation, Picture } from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { CreditsBack } from './credits-back';

export function FailedPreview({ generation, picture: image }: { generation: Generation; picture: Picture }) {
  const { t } = useTranslation(['generate', 'work']);
  const locale = useLocale();
  const code = image.error_code;
  const passedOtherwise = code === 'CONTENT_REJECTED' && generation.status === 'completed';
  const what = code ? t(`work:failures.${code}`) : t('generate:result.unknownError');
  const next = passedOtherwise ? t('generate:result.otherSeed') : code && t(`work:next.${code}`);
  return (
    <div role="alert" className="grid max-w-96 justify-items-center gap-1.5 p-4 text-center sm:p-6">
      <CircleAlert aria-hidden="true" className="size-8 text-danger-text" />
      <p className="font-semibold">{t('generate:result.failedTitle')}</p>
      <p className="text-sm text-ink-2">{joinSentences([what, next], locale)}</p>
      <CreditsBack credits={generation.unit_price} />
    </div>
  );
}
