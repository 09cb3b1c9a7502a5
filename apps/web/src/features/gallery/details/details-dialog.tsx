import { Dialog } from 'radix-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { cx } from '../../../shared/cx';
import { useStoredSwitch } from '../keys/use-stored-switch';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Skeleton } from '../../../shared/ui/feedback/skeleton';
import { DialogContent } from '../../../shared/ui/overlays/dialog-content';
import { focusCard } from '../grid/card-places';
import { useGalleryActions } from '../grid/gallery-actions';
import { DetailsBar } from './details-bar';
import { DetailsSide } from './details-side';
import { DetailsImage } from './details-image';
import { useLineage } from './lineage/use-lineage';
import { useImageViewer } from './viewer/use-image-viewer';
import { useDetailsKeys } from './use-details-keys';
import type { OpenedImage } from './use-opened-image';

const SHEET =
  'fixed inset-0 z-50 grid content-start overflow-y-auto overscroll-y-contain bg-bg text-ink outline-none ' +
  'focus-visible:shadow-none data-[state=open]:animate-appear sm:inset-4 sm:rounded-sheet sm:border sm:border-line ' +
  'lg:grid-rows-[auto_minmax(0,1fr)] lg:content-stretch lg:overflow-hidden';

interface DetailsDialogProps {
  opened: OpenedImage;
  onHelp: () => void;
}

export function DetailsDialog({ opened, onHelp }: DetailsDialogProps) {
  const { id, item, close, lastId } = opened;
  const { pendingDeleteId } = useGalleryActions();
  const info = useInformation(item);
  const viewer = useImageViewer(opened);
  const lineage = useLineage(item);
  const keys = useDetailsKeys({ opened, viewer, onInfo: info.toggle, onHelp });
  return (
    <Dialog.Root open={id !== null} onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        aria-describedby={undefined}
        onKeyDown={keys}
        onEscapeKeyDown={(event) => {
          // First the question before deleting, then the closer look.
          const isAsked = pendingDeleteId !== null && pendingDeleteId === id;
          if (!isAsked && !viewer.zoomed) return;
          event.preventDefault();
          if (!isAsked) viewer.toggleZoom();
        }}
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
        <DetailsBar opened={opened} viewer={viewer} info={info} onHelp={onHelp} />
        {item ? (
          <div
            className={cx(
              'grid content-start lg:min-h-0 lg:content-stretch',
              info.shown && 'lg:grid-cols-[minmax(0,1fr)_380px]',
            )}
          >
            <DetailsImage opened={opened} item={item} viewer={viewer} alone={!info.shown} lineage={lineage} />
            {info.shown ? <DetailsSide id={info.id} item={item} opened={opened} /> : null}
          </div>
        ) : (
          <Absent {...opened} />
        )}
      </DialogContent>
    </Dialog.Root>
  );
}

/** Whether what is known of an image stands beside it; this browser keeps that in mind. */
function useInformation(item: OpenedImage['item']) {
  const { pendingDeleteId } = useGalleryActions();
  const id = useId();
  const [on, setOn] = useStoredSwitch('picture_info');
  // The question before deleting stands among the words.
  return { id, shown: on || pendingDeleteId === item?.id, toggle: () => setOn(!on) };
}

function Absent({ error, isRetrying, retry }: Pick<OpenedImage, 'error' | 'isRetrying' | 'retry'>) {
  const { t } = useTranslation('gallery');
  const isMissing = isApiError(error) && error.status === 404;
  return (
    <div className="p-4 sm:p-6">
      {error ? (
        <ErrorState
          text={errorText(error)}
          {...(isMissing ? { title: t('details.missing') } : { onRetry: retry, retrying: isRetrying })}
        />
      ) : (
        <Skeleton className="h-[60dvh] w-full" />
      )}
    </div>
  );
}
