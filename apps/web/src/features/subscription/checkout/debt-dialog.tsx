import type { ChangePreview } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { Dialog } from '../../../shared/ui/overlays/dialog';

interface DebtDialogProps {
  preview: ChangePreview;
  onPay: () => Promise<void> | null;
  onClose: () => void;
}

/** Says before the payment that some of the credits repay a debt. */
export function DebtDialog({ preview: { credits, debt_credits: debt }, onPay, onClose }: DebtDialogProps) {
  const { t } = useTranslation('pricing');
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const shown = (amount: number) => formatCredits(amount, locale);
  const pay = async () => {
    setBusy(true);
    await onPay();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isBusy}
      title={t('debt.title')}
      description={t('debt.text', {
        count: debt,
        debt: shown(debt),
        credits: shown(credits),
        left: shown(Math.max(credits - debt, 0)),
      })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t('debt.back')}
          </Button>
          <Button variant="primary" busy={isBusy} onClick={() => void pay()}>
            {t('debt.go')}
          </Button>
        </>
      }
    />
  );
}
