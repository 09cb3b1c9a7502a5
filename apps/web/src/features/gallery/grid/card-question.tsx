import type { GalleryItem } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { focusBeside, focusCard } from './card-places';
import { DeleteQuestion } from '../../../entities/image/delete-question';
import { CancelQuestion } from '../../../entities/image/cancel-question';
import { isDeletable } from '../../../entities/image/image-status';
import { useGalleryActions } from './gallery-actions';
import type { CancelImage } from '../../../entities/image/use-cancel-image';

export function CardQuestion({ item, cancelImage }: { item: GalleryItem; cancelImage: CancelImage | null }) {
  const { t } = useTranslation('work');
  const actions = useGalleryActions();
  if (actions.pendingDeleteId !== item.id) return null;
  const keep = () => {
    actions.askToDelete(null);
    focusCard(item.id);
  };
  if (isDeletable(item)) {
    const remove = () => {
      focusBeside([item.id]);
      actions.askToDelete(null);
      void actions.deleteImages([item.id]);
    };
    return <DeleteQuestion question={t('removal.question')} onImage onDelete={remove} onKeep={keep} />;
  }
  if (!cancelImage) return null;
  const withdraw = () => {
    // What is only cancelled stays where it is.
    if (cancelImage.creditsOutcome === 'returned') focusCard(item.id);
    else focusBeside([item.id]);
    actions.askToDelete(null);
    void cancelImage.run();
  };
  return <CancelQuestion cancelImage={cancelImage} onImage onYes={withdraw} onNo={keep} />;
}
