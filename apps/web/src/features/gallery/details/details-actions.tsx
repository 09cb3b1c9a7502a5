import { OUTPUT_FORMATS, type GalleryItem } from '@app/contracts';
import {
  Copy,
  Download,
  Ellipsis,
  FileDown,
  Heart,
  PenLine,
  RotateCcw,
  Share2,
  SlidersHorizontal,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopyPicture } from '../../../api/use-copy-picture';
import { useOnline } from '../../../shared/hooks/use-online';
import { Button } from '../../../shared/ui/button';
import { buttonStyle } from '../../../shared/ui/button-style';
import { Menu } from '../../../shared/ui/menu';
import type { MenuEntry } from '../../../shared/ui/menu-types';
import { ConfirmRemoval } from '../sheet/confirm-removal';
import { ConfirmWithdrawal } from '../sheet/confirm-withdrawal';
import { isOpen, isViewable } from '../sheet/picture-states';
import { RetryButton, canBeRetried } from '../sheet/retry-button';
import { isRemovable, useShelf } from '../sheet/shelf-context';
import { useSave } from '../sheet/use-save';
import { useWithdrawal } from '../sheet/use-withdrawal';

interface DetailsActionsProps {
  item: GalleryItem;
  /** Deletes it, and goes on to another one. */
  onRemove: () => void;
}

/** What one does with the picture that is open. */
export function DetailsActions({ item, onRemove }: DetailsActionsProps) {
  const shelf = useShelf();
  const withdrawal = useWithdrawal(item);
  const removeButton = useRef<HTMLButtonElement>(null);
  const keep = () => {
    shelf.askToRemove(null);
    requestAnimationFrame(() => removeButton.current?.focus());
  };
  if (shelf.doomed === item.id) {
    if (isRemovable(item)) return <ConfirmRemoval count={1} onRemove={onRemove} onKeep={keep} />;
    if (withdrawal) {
      const withdraw = () => {
        if (withdrawal.fate !== 'returned') {
          onRemove();
          return;
        }
        shelf.askToRemove(null);
        void withdrawal.run();
      };
      return <ConfirmWithdrawal withdrawal={withdrawal} onYes={withdraw} onNo={keep} />;
    }
  }
  return <Actions item={item} removal={withdrawal?.fate === 'returned' ? 'takeBack' : 'delete'} ref={removeButton} />;
}

interface ActionsProps {
  item: GalleryItem;
  removal: 'takeBack' | 'delete';
  /** The button that leads to the question. */
  ref: React.Ref<HTMLButtonElement>;
}

function Actions({ item, removal, ref }: ActionsProps) {
  const { t } = useTranslation('gallery');
  const shelf = useShelf();
  const online = useOnline();
  const why = useId();
  // A disabled button says why by what stands below.
  const barred = online ? {} : { disabled: true, 'aria-describedby': why };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {isViewable(item) ? <DeliveredActions item={item} barred={barred} /> : null}
        {canBeRetried(item) ? <RetryButton item={item} /> : null}
        {isOpen(item) ? (
          <Button
            {...barred}
            onClick={() => shelf.make(item, 'reuse')}
            icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
          >
            {t('make.reuse')}
          </Button>
        ) : null}
        <Button
          {...barred}
          ref={ref}
          variant="ghost"
          onClick={() => shelf.askToRemove(item.id)}
          className="text-danger-text!"
          icon={
            removal === 'takeBack' ? (
              <Undo2 aria-hidden="true" className="size-4" />
            ) : (
              <Trash2 aria-hidden="true" className="size-4" />
            )
          }
        >
          {removal === 'takeBack' ? t('withdrawal.takeBack') : t('removal.action')}
        </Button>
      </div>
      {online ? null : (
        <p id={why} className="text-sm text-ink-2">
          {t('offlineDetails')}
        </p>
      )}
    </div>
  );
}

interface DeliveredActionsProps {
  item: GalleryItem;
  barred: { disabled?: boolean; 'aria-describedby'?: string };
}

function DeliveredActions({ item, barred }: DeliveredActionsProps) {
  const { t } = useTranslation('gallery');
  const shelf = useShelf();
  const { saving, save } = useSave(item);
  const favorite = item.is_favorited ? t('unfavorite') : t('favorite');
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
        aria-label={favorite}
        title={favorite}
        aria-pressed={item.is_favorited}
        onClick={() => shelf.toggleFavorite(item)}
        className="px-3"
        icon={<Heart aria-hidden="true" className={item.is_favorited ? 'size-4 fill-current text-mark' : 'size-4'} />}
      />
      <Button {...barred} onClick={() => shelf.share(item)} icon={<Share2 aria-hidden="true" className="size-4" />}>
        {t('share')}
      </Button>
      <Button
        {...barred}
        onClick={() => shelf.make(item, 'remix')}
        icon={<PenLine aria-hidden="true" className="size-4" />}
      >
        {t('make.remix')}
      </Button>
      <MoreActions item={item} />
    </>
  );
}

/** What is done more rarely: the same again, and the picture in other ways than as its file. */
function MoreActions({ item }: { item: GalleryItem }) {
  const { t } = useTranslation(['gallery', 'options']);
  const shelf = useShelf();
  const online = useOnline();
  const picture = useCopyPicture();
  const [open, setOpen] = useState(false);
  const entries: MenuEntry[] = [
    {
      key: 'again',
      label: t('gallery:make.again'),
      icon: <RotateCcw aria-hidden="true" />,
      onSelect: () => shelf.make(item, 'again'),
      barred: online ? null : t('gallery:offline'),
    },
    {
      key: 'copy',
      label: picture.label,
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void picture.copy(item.id),
    },
    ...OUTPUT_FORMATS.filter((format) => format !== item.output_format).map((format, index) => ({
      key: format,
      label: t('gallery:downloadAs', { format: t(`options:formats.${format}`) }),
      icon: <FileDown aria-hidden="true" />,
      onSelect: () => void shelf.download(item, format),
      separated: index === 0,
    })),
  ];
  return (
    <Menu
      label={t('gallery:more')}
      trigger={<Ellipsis aria-hidden="true" className="size-4" />}
      triggerClassName={buttonStyle('quiet', 'md', 'px-3')}
      entries={entries}
      open={open}
      onOpenChange={setOpen}
    />
  );
}
