import { OUTPUT_FORMATS, isOpen, type GalleryItem } from '@app/contracts';
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
import { isDeletable, isViewable } from '../../../entities/image/image-status';
import { useCopyImage } from '../../../entities/image/use-copy-image';
import { useGalleryActions } from '../grid/gallery-actions';
import { useOnline } from '../../../shared/browser/use-online';
import { Button } from '../../../shared/ui/actions/button';
import { buttonStyle } from '../../../shared/ui/actions/button-style';
import { Menu } from '../../../shared/ui/actions/menu';
import type { MenuEntry } from '../../../shared/ui/actions/menu-types';
import { DeleteQuestion } from '../../../entities/image/delete-question';
import { CancelQuestion } from '../../../entities/image/cancel-question';
import { hasNoImage } from '../grid/card-shape';
import { RetryButton } from '../grid/retry-button';
import { useDownloadImage } from '../../../entities/image/use-download-image';
import { useCancelImage } from '../../../entities/image/use-cancel-image';

interface DetailsActionsProps {
  item: GalleryItem;
  onRemove: () => void;
}

export function DetailsActions({ item, onRemove }: DetailsActionsProps) {
  const { t } = useTranslation('work');
  const actions = useGalleryActions();
  const cancelImage = useCancelImage(item, actions);
  const removeButton = useRef<HTMLButtonElement>(null);
  const keep = () => {
    actions.askToDelete(null);
    requestAnimationFrame(() => removeButton.current?.focus());
  };
  if (actions.pendingDeleteId === item.id) {
    if (isDeletable(item)) return <DeleteQuestion question={t('removal.question')} onDelete={onRemove} onKeep={keep} />;
    if (cancelImage) {
      const withdraw = () => {
        if (cancelImage.creditsOutcome !== 'returned') {
          onRemove();
          return;
        }
        actions.askToDelete(null);
        void cancelImage.run();
      };
      return <CancelQuestion cancelImage={cancelImage} onYes={withdraw} onNo={keep} />;
    }
  }
  return (
    <Actions
      item={item}
      removal={cancelImage?.creditsOutcome === 'returned' ? 'cancel' : 'delete'}
      ref={removeButton}
    />
  );
}

interface ActionsProps {
  item: GalleryItem;
  removal: 'cancel' | 'delete';
  ref: React.Ref<HTMLButtonElement>;
}

function Actions({ item, removal, ref }: ActionsProps) {
  const { t } = useTranslation(['gallery', 'work']);
  const actions = useGalleryActions();
  const online = useOnline();
  const why = useId();
  // A disabled button says why by what stands below.
  const disabledProps = online ? {} : { disabled: true, 'aria-describedby': why };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {isViewable(item) ? <DeliveredActions item={item} disabledProps={disabledProps} /> : null}
        {hasNoImage(item) ? <RetryButton item={item} variant="primary" /> : null}
        {isOpen(item) ? (
          <Button
            {...disabledProps}
            onClick={() => actions.openInGenerator(item, 'reuse')}
            icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
          >
            {t('gallery:make.reuse')}
          </Button>
        ) : null}
        <Button
          {...disabledProps}
          ref={ref}
          variant="ghost"
          onClick={() => actions.askToDelete(item.id)}
          className="text-danger-text!"
          icon={
            removal === 'cancel' ? (
              <Undo2 aria-hidden="true" className="size-4" />
            ) : (
              <Trash2 aria-hidden="true" className="size-4" />
            )
          }
        >
          {removal === 'cancel' ? t('work:cancel.action') : t('gallery:removal.action')}
        </Button>
      </div>
      {online ? null : (
        <p id={why} className="text-sm text-ink-2">
          {t('gallery:offlineDetails')}
        </p>
      )}
    </div>
  );
}

interface DeliveredActionsProps {
  item: GalleryItem;
  disabledProps: { disabled?: boolean; 'aria-describedby'?: string };
}

function DeliveredActions({ item, disabledProps }: DeliveredActionsProps) {
  const { t } = useTranslation('gallery');
  const actions = useGalleryActions();
  const { isDownloading, download } = useDownloadImage();
  const favorite = item.is_favorited ? t('unfavorite') : t('favorite');
  return (
    <>
      <div className="flex basis-full gap-2">
        <Button
          variant="primary"
          busy={isDownloading}
          onClick={() => void download(item.id)}
          className="flex-1"
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          {t('download')}
        </Button>
        <Button
          aria-label={favorite}
          title={favorite}
          onClick={() => actions.toggleFavorite(item)}
          className="px-3"
          icon={<Heart aria-hidden="true" className={item.is_favorited ? 'size-4 fill-current text-mark' : 'size-4'} />}
        />
        <MoreActions item={item} />
      </div>
      <Button
        {...disabledProps}
        onClick={() => actions.share(item)}
        className="flex-1"
        icon={<Share2 aria-hidden="true" className="size-4" />}
      >
        {t('share')}
      </Button>
      <Button
        {...disabledProps}
        onClick={() => actions.openInGenerator(item, 'remix')}
        className="flex-1"
        icon={<PenLine aria-hidden="true" className="size-4" />}
      >
        {t('make.remix')}
      </Button>
    </>
  );
}

function MoreActions({ item }: { item: GalleryItem }) {
  const { t } = useTranslation(['gallery', 'options']);
  const actions = useGalleryActions();
  const online = useOnline();
  const image = useCopyImage();
  const [open, setOpen] = useState(false);
  const entries: MenuEntry[] = [
    {
      key: 'again',
      label: t('gallery:make.again'),
      icon: <RotateCcw aria-hidden="true" />,
      onSelect: () => actions.openInGenerator(item, 'again'),
      disabledReason: online ? null : t('gallery:offline'),
    },
    {
      key: 'copy',
      label: image.label,
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void image.copy(item.id),
    },
    ...OUTPUT_FORMATS.filter((format) => format !== item.output_format).map((format, index) => ({
      key: format,
      label: t('gallery:downloadAs', { format: t(`options:formats.${format}`) }),
      icon: <FileDown aria-hidden="true" />,
      onSelect: () => void actions.download(item, format),
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
