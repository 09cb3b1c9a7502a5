import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Question } from './question';

interface ConfirmRemovalProps {
  count: number;
  /** Over a picture. */
  onPicture?: boolean;
  onRemove: () => void;
  onKeep: () => void;
}

/** The question before pictures are deleted. */
export function ConfirmRemoval({ count, onPicture = false, onRemove, onKeep }: ConfirmRemovalProps) {
  const { t } = useTranslation('gallery');
  return (
    <Question
      yes={t('removal.confirm')}
      no={t('removal.keep')}
      icon={<Trash2 aria-hidden="true" className="size-4" />}
      onPicture={onPicture}
      onYes={onRemove}
      onNo={onKeep}
    >
      {t('removal.question', { count })}
    </Question>
  );
}
