import type { GalleryItem } from '@app/contracts';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/error-text';
import { formatFrameNumber } from '../../../shared/format';
import { ErrorState } from '../../../shared/ui/error-state';
import { IconButton } from '../../../shared/ui/icon-button';
import { Picture } from '../../../shared/ui/picture';
import { Skeleton } from '../../../shared/ui/skeleton';
import { runShortcut, type Shortcuts } from '../keys/shortcuts';
import { focusCard } from '../sheet/card-places';
import { OpenOrFailed } from '../sheet/open-or-failed';
import { isRemovable, useShelf } from '../sheet/shelf-context';
import { DetailsActions } from './details-actions';
import { DetailsData } from './details-data';
import type { useOpenedPicture } from './use-opened-picture';

/** Fingers that move less have pressed. */
const SWIPE_PX = 60;

const SHEET =
  'fixed inset-0 z-50 grid content-start overflow-y-auto bg-bg text-ink outline-none focus-visible:shadow-none ' +
  'data-[state=open]:animate-appear sm:inset-4 sm:rounded-sheet sm:border sm:border-line ' +
  'lg:grid-rows-[auto_minmax(0,1fr)] lg:content-stretch lg:overflow-hidden';

interface DetailsDialogProps {
  opened: ReturnType<typeof useOpenedPicture>;
  onHelp: () => void;
}

/** A picture over the list it belongs to, with everything that is known of it. */
export function DetailsDialog({ opened, onHelp }: DetailsDialogProps) {
  const { t } = useTranslation('gallery');
  const { id, item, error, close, lastId } = opened;
  const { doomed } = useShelf();
  const keys = useDetailsKeys(opened, onHelp);
  return (
    <Dialog.Root open={id !== null} onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-appear" />
        <Dialog.Content
          aria-describedby={undefined}
          onKeyDown={keys}
          // It closes the question before deleting first.
          onEscapeKeyDown={(event) => (doomed === null ? undefined : event.preventDefault())}
          onOpenAutoFocus={(event) => {
            // The whole dialog, so that a press on Enter does nothing by accident.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (lastId === null || !focusCard(lastId)) document.querySelector<HTMLElement>('main h1')?.focus();
          }}
          className={SHEET}
        >
          <Bar opened={opened} />
          {item ? (
            <div className="grid content-start lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_380px] lg:content-stretch">
              <Swiped opened={opened}>
                <Stage item={item} />
              </Swiped>
              <Side item={item} opened={opened} />
            </div>
          ) : (
            <div className="p-4 sm:p-6">
              {error ? (
                <ErrorState title={t('details.missing')} text={errorText(error)} />
              ) : (
                <Skeleton className="h-[60dvh] w-full" />
              )}
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Where a finger turns to the picture before or after. */
function Swiped({
  opened: { previous, next, show },
  children,
}: Pick<DetailsDialogProps, 'opened'> & { children: ReactNode }) {
  const from = useRef<number | null>(null);
  const ended = (touch: { clientX: number } | undefined) => {
    const distance = from.current === null || !touch ? 0 : touch.clientX - from.current;
    const place = distance > 0 ? previous : next;
    if (Math.abs(distance) >= SWIPE_PX && place) show(place);
  };
  return (
    <div
      onTouchStart={({ touches }) => {
        from.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null;
      }}
      onTouchEnd={({ changedTouches }) => ended(changedTouches[0])}
      className="grid place-items-center bg-surround lg:min-h-0 p-3 sm:p-6"
    >
      {children}
    </div>
  );
}

/** What keys do while a picture is open. */
function useDetailsKeys({ item, previous, next, show }: DetailsDialogProps['opened'], onHelp: () => void) {
  const shelf = useShelf();
  const keys: Shortcuts = {
    ArrowLeft: () => previous && show(previous),
    ArrowRight: () => next && show(next),
    '?': onHelp,
    'mod+z': shelf.undo,
    ...(item?.status === 'completed' && {
      f: () => shelf.toggleFavorite(item),
      d: () => void shelf.download(item),
    }),
    ...(item && isRemovable(item) && { Delete: () => navigator.onLine && shelf.askToRemove(item.id) }),
  };
  return (event: KeyboardEvent) => {
    // What is opened over it is a child of it, but not within it.
    if (event.target instanceof Node && event.currentTarget.contains(event.target))
      runShortcut(event.nativeEvent, keys);
  };
}

function Bar({ opened: { item, previous, next, show, close } }: Pick<DetailsDialogProps, 'opened'>) {
  const { t } = useTranslation('gallery');
  return (
    <div className="sticky top-0 z-10 flex items-center gap-1 border-b border-line bg-bg py-1.5 ps-4 pe-2">
      <Dialog.Title className="tabular me-auto text-sm font-semibold tracking-normal">
        <span className="sr-only">{t('details.title')} </span>
        <span className="text-amber-text">{item ? `No. ${formatFrameNumber(item.frame_number)}` : null}</span>
      </Dialog.Title>
      <IconButton
        label={t('details.previous')}
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={!previous}
        onClick={() => previous && show(previous)}
      />
      <IconButton
        label={t('details.next')}
        icon={<ChevronRight aria-hidden="true" />}
        disabled={!next}
        onClick={() => next && show(next)}
      />
      <IconButton label={t('details.close')} icon={<X aria-hidden="true" />} onClick={close} />
    </div>
  );
}

function Stage({ item }: { item: GalleryItem }) {
  const ratio = item.width / item.height;
  return (
    <div
      // On a phone something of the words below is seen too, or nobody would look for them.
      className="grid w-full place-items-center [--stage-height:58dvh] lg:[--stage-height:calc(100dvh-9rem)]"
      style={{ maxWidth: `min(100%, ${item.width}px, calc(var(--stage-height) * ${ratio}))` }}
    >
      {item.status === 'completed' ? (
        <Picture
          key={item.id}
          source={item}
          alt={item.prompt}
          eager
          sizes="(min-width: 1024px) 70vw, 100vw"
          className="w-full"
        />
      ) : (
        <span className="grid aspect-square w-full max-w-md place-items-center">
          <OpenOrFailed item={item} label={item.prompt} />
        </span>
      )}
    </div>
  );
}

function Side({ item, opened }: { item: GalleryItem; opened: DetailsDialogProps['opened'] }) {
  const { t } = useTranslation('gallery');
  const shelf = useShelf();
  const remove = () => {
    const beside = opened.next ?? opened.previous;
    shelf.askToRemove(null);
    // A picture of the next page moves up to this one.
    if (beside) opened.show({ ...beside, page: opened.next ? opened.page : beside.page });
    else opened.close();
    void shelf.remove([item.id]);
  };
  return (
    <div className="grid content-start gap-5 overflow-y-auto p-4 sm:p-6 lg:min-h-0 lg:border-s lg:border-line">
      <h2 className="text-lg font-medium tracking-normal">
        <span className="sr-only">{t('details.prompt')}: </span>
        {item.prompt}
      </h2>
      <DetailsActions item={item} onRemove={remove} />
      <DetailsData item={item} />
    </div>
  );
}
