import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InlineQuestion } from '../../shared/ui/feedback/inline-question';

interface DeleteQuestionProps {
  question: string;
  onImage?: boolean;
  onDelete: () => void;
  onKeep: () => void;
}

/** Asks before images are deleted. For pages whose texts include `work`. */
export function DeleteQuestion({ question, onImage = false, onDelete, onKeep }: DeleteQuestionProps) {
  const { t } = useTranslation('work');
  return (
    <InlineQuestion
      yes={t('removal.confirm')}
      no={t('removal.keep')}
      // A narrow card has no room for it.
      icon={onImage ? null : <Trash2 aria-hidden="true" className="size-4" />}
      onImage={onImage}
      onYes={onDelete}
      onNo={onKeep}
    >
      {question}
    </InlineQuestion>
  );
}
