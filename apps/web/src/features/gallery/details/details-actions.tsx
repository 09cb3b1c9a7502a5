import type { GalleryItem } from '@app/contracts';
import { Download, Heart, Share2, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../shared/hooks/use-online';
import { Button } from '../../../shared/ui/button';
import { ConfirmRemoval } from '../sheet/confirm-removal';
import { isRemovable, useShelf } from '../sheet/shelf-context';
import { useSave } from '../sheet/use-save';

/** What one does with the picture that is open. */
export function DetailsActions({ item, onRemove }: { item: GalleryItem; onRemove: () => void }) {
  const { t } = useTranslation('gallery');
  const shelf = useShelf();
  const online = useOnline();
  const removeButton = useRef<HTMLButtonElement>(null);
  if (shelf.doomed === item.id && isRemovable(item)) {
    const keep = () => {
      shelf.askToRemove(null);
      requestAnimationFrame(() => removeButton.current?.focus());
    };
    return <ConfirmRemoval count={1} onRemove={onRemove} onKeep={keep} />;
  }
  return (
    <div className="flex flex-wrap gap-2">
      {item.status === 'completed' ? <DeliveredActions item={item} /> : null}
      <Button onClick={() => shelf.reuse(item)} icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}>
        {t('reuse')}
      </Button>
      {isRemovable(item) ? (
        <Button
          ref={removeButton}
          variant="ghost"
          disabled={!online}
          title={online ? undefined : t('removal.offline')}
          onClick={() => shelf.askToRemove(item.id)}
          className="text-danger-text enabled:hover:text-danger-text"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
        >
          {t('removal.action')}
        </Button>
      ) : null}
    </div>
  );
}

function DeliveredActions({ item }: { item: GalleryItem }) {
  const { t } = useTranslation('gallery');
  const shelf = useShelf();
  const { saving, save } = useSave(item);
  return (
    <>
      <Button
        variant="primary"
        busy={saving}
        onClick={() => void save()}
        icon={<Download aria-hidden="true" className="size-4" />}
      >
        {t('download')}
      </Button>
      <Button
        aria-pressed={item.is_favorited}
        onClick={() => shelf.toggleFavorite(item)}
        icon={<Heart aria-hidden="true" className={item.is_favorited ? 'size-4 fill-current text-mark' : 'size-4'} />}
      >
        {item.is_favorited ? t('unfavorite') : t('favorite')}
      </Button>
      <Button onClick={() => shelf.share(item)} icon={<Share2 aria-hidden="true" className="size-4" />}>
        {t('share')}
      </Button>
    </>
  );
}
