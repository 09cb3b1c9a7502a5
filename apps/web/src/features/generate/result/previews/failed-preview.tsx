import type { Generation, GenerationImage } from '@app/contracts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../../shared/format/format';
import { useLocale } from '../../../../shared/i18n/locale-context';
import { CreditsBack } from '../credits-back';

interface FailedPreviewProps {
  generation: Generation;
  image: GenerationImage;
  /** In a cell of several: what came back and what to do stand below all of them. */
  isCell?: boolean;
}

export function FailedPreview({ generation, image, isCell = false }: FailedPreviewProps) {
  const { t } = useTranslation(['generate', 'work']);
  const locale = useLocale();
  const code = image.error_code;
  const passedOtherwise = code === 'CONTENT_REJECTED' && generation.status === 'completed';
  const unexplained = image.error_message || t('generate:result.unknownError');
  const what = code ? t(`work:failures.${code}`) : unexplained;
  const next = passedOtherwise ? t('generate:result.otherSeed') : code && t(`work:next.${code}`);
  if (isCell) {
    return (
      <div className="grid justify-items-center gap-1.5 p-2 text-center text-xs text-ink-2">
        <CircleAlert aria-hidden="true" className="size-6 text-danger-text" />
        <p>{joinSentences([what, passedOtherwise ? next : null], locale)}</p>
      </div>
    );
  }
  return (
    <div role="alert" className="grid max-w-96 justify-items-center gap-1.5 p-4 text-center sm:p-6">
      <CircleAlert aria-hidden="true" className="size-8 text-danger-text" />
      <p className="font-semibold">{t('generate:result.failedTitle')}</p>
      <p className="text-sm text-ink-2">{joinSentences([what, next], locale)}</p>
      {/* Where none was made, one reason stands for all of them. */}
      <CreditsBack credits={generation.status === 'failed' ? generation.credits_returned : generation.unit_price} />
    </div>
  );
}
