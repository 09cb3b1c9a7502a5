import type { GalleryItem } from '@app/contracts';
import { useGalleryActions } from '../grid/gallery-actions';
import { WorkNote } from '../grid/work-note';
import { DetailsActions } from './details-actions';
import { DetailsData } from './details-data';
import { DetailsPrompt } from './details-prompt';
import type { OpenedImage } from './use-opened-image';

export function DetailsSide({ id, item, opened }: { id: string; item: GalleryItem; opened: OpenedImage }) {
  const actions = useGalleryActions();
  const remove = () => {
    const beside = opened.next ?? opened.previous;
    actions.askToDelete(null);
    // An image of the next page moves up to this one.
    if (beside) opened.show({ ...beside, page: opened.next ? opened.page : beside.page });
    else opened.close();
    void actions.deleteImages([item.id]);
  };
  return (
    <div id={id} className="grid content-start gap-5 overflow-y-auto p-4 sm:p-6 lg:min-h-0 lg:border-s lg:border-line">
      <DetailsPrompt item={item} />
      <div className="text-sm empty:hidden">
        <WorkNote item={item} />
      </div>
      <DetailsActions item={item} onRemove={remove} />
      <DetailsData item={item} />
    </div>
  );
}
