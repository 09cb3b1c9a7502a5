import type { GalleryItem } from '@app/contracts';
import { focusBeside, focusCard } from './card-places';
import { ConfirmRemoval } from './confirm-removal';
import { ConfirmWithdrawal } from './confirm-withdrawal';
import { isRemovable, useShelf } from './shelf-context';
import type { Withdrawal } from './use-withdrawal';

/** Over the picture that is about to go: whether it is meant, and what it means. */
export function CardQuestion({ item, withdrawal }: { item: GalleryItem; withdrawal: Withdrawal | null }) {
  const shelf = useShelf();
  if (shelf.doomed !== item.id) return null;
  const keep = () => {
    shelf.askToRemove(null);
    focusCard(item.id);
  };
  if (isRemovable(item)) {
    const remove = () => {
      focusBeside([item.id]);
      shelf.askToRemove(null);
      void shelf.remove([item.id]);
    };
    return <ConfirmRemoval count={1} onPicture onRemove={remove} onKeep={keep} />;
  }
  if (!withdrawal) return null;
  const withdraw = () => {
    // What is only taken back stays where it is.
    if (withdrawal.fate === 'returned') focusCard(item.id);
    else focusBeside([item.id]);
    shelf.askToRemove(null);
    void withdrawal.run();
  };
  return <ConfirmWithdrawal withdrawal={withdrawal} onPicture onYes={withdraw} onNo={keep} />;
}
