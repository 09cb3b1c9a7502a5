import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Question } from './question';
import type { Withdrawal } from './use-withdrawal';

interface ConfirmWithdrawalProps {
  withdrawal: Withdrawal;
  onPicture?: boolean;
  onYes: () => void;
  onNo: () => void;
}

/** The question before a picture is given up that is still to come: what becomes of its credits. */
export function ConfirmWithdrawal({ withdrawal, onPicture = false, onYes, onNo }: ConfirmWithdrawalProps) {
  const { t } = useTranslation('gallery');
  const locale = useLocale();
  const { fate, credits } = withdrawal;
  return (
    <Question
      yes={fate === 'returned' ? t('withdrawal.takeBack') : t('removal.confirm')}
      no={t('removal.keep')}
      onPicture={onPicture}
      onYes={onYes}
      onNo={onNo}
    >
      {t(`withdrawal.${fate}`, { count: credits, formatted: formatCredits(credits, locale) })}
    </Question>
  );
}
