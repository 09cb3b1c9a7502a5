import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../shared/cx';

export function BonusProgress({ claimed, limit }: { claimed: number; limit: number }) {
  const { t } = useTranslation('credits');
  return (
    <span role="img" aria-label={t('bonus.count', { used: claimed, limit })} className="flex gap-1">
      {Array.from({ length: limit }, (_, index) => (
        <span
          key={index}
          className={cx(
            'grid size-5 place-items-center rounded-pill border transition-colors duration-200',
            index < claimed ? 'border-amber bg-amber text-on-amber' : 'border-field bg-bg',
          )}
        >
          {index < claimed ? <Check aria-hidden="true" className="size-3" strokeWidth={3} /> : null}
        </span>
      ))}
    </span>
  );
}
