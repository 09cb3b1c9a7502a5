import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../shared/format/format';
import { useLocale } from '../../shared/i18n/locale-context';
import { InlineQuestion } from '../../shared/ui/feedback/inline-question';
import type { CancelImage } from './use-cancel-image';

interface CancelQuestionProps {
  cancelImage: CancelImage;
  onImage?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before an image that is still to come is cancelled or deleted. For pages whose texts include `work`. */
export function CancelQuestion({ cancelImage, onImage = false, onYes, onNo }: CancelQuestionProps) {
  const { t } = useTranslation('work');
  const locale = useLocale();
  const { creditsOutcome, credits } = cancelImage;
  return (
    <InlineQuestion
      yes={creditsOutcome === 'returned' ? t('cancel.confirm') : t('removal.confirm')}
      no={t('removal.keep')}
      onImage={onImage}
      onYes={onYes}
      onNo={onNo}
    >
      {t(`cancel.${creditsOutcome}`, { count: credits, formatted: formatCredits(credits, locale) })}
    </InlineQuestion>
  );
}
