import { SIZE_PIXELS, type Generation, type Picture, type Size } from '@app/contracts';
import { Aperture } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled, isFinished } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { useAppSelector } from '../../../entities/app-state';
import { PreviewFrame, type PreviewState } from '../../../shared/ui/images/preview-frame';
import type { SubmitEvents } from '../submit/use-submit';
import { NotificationToggle } from '../generations/notification-toggle';
import { useShownGeneration } from '../generations/use-shown-generation';
import { useTabTitle } from '../generations/use-tab-title';
import { Announcer } from './announcer';
import { GenerationDetails } from './generation-details';
import { PartialBanner } from './partial-banner';
import { ImageActions } from './image-actions';
import { ImagePreview } from './image-preview';
import { ImageStrip } from './image-strip';
import { CancelButton } from './cancel-button';
import { useDeleteImage, type RecentGenerationEvents } from './use-delete-image';
import { PollingErrorBanner } from './polling-error-banner';

interface ResultPanelProps {
  /** The generation to show; null = nothing asked for yet. */
  id: string | null;
  /** Ratio of the empty preview: that of the image to come. */
  size: Size;
  handlers: ResultHandlers;
  shareDialog: ShareDialogSlot;
}

export interface ResultHandlers extends SubmitEvents, RecentGenerationEvents {
  /** Fills the form with what a generation was made from. */
  onReuse: (generation: Generation) => void;
  /** The same, to change the words. */
  onReword: (generation: Generation) => void;
  /** Fills the form for an image that goes back to this one. */
  onRemix: (generation: Generation, picture: Picture) => void;
}

export function ResultPanel({ id, size, handlers, shareDialog }: ResultPanelProps) {
  const { t } = useTranslation('generate');
  const generation = useShownGeneration(id, handlers.onGone);
  // It outlives what it shows, so that the focus has a place when that goes.
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="group"
      aria-label={generation?.prompt ?? t('result.label')}
      className="grid gap-4"
    >
      {generation ? (
        <ShownGeneration
          key={generation.id}
          generation={generation}
          panel={panel}
          handlers={handlers}
          shareDialog={shareDialog}
        />
      ) : (
        <PreviewFrame state="empty" label={t('result.label')} {...SIZE_PIXELS[size]}>
          <div className="grid max-w-80 justify-items-center gap-2 p-6 text-center">
            <Aperture aria-hidden="true" strokeWidth={1.25} className="size-10" />
            <p className="font-semibold text-ink-2">{t('result.emptyTitle')}</p>
            <p className="text-sm">{t('result.emptyText')}</p>
          </div>
        </PreviewFrame>
      )}
    </div>
  );
}

const PREVIEW_STATES: Record<Generation['status'], PreviewState> = {
  pending: 'running',
  processing: 'running',
  completed: 'done',
  failed: 'failed',
};

const previewStateOf = (picture: Picture): PreviewState => {
  if (isCancelled(picture)) return 'empty';
  return isLost(picture) ? 'failed' : PREVIEW_STATES[picture.status];
};

interface ShownGenerationProps extends Pick<ResultPanelProps, 'handlers' | 'shareDialog'> {
  generation: Generation;
  panel: RefObject<HTMLDivElement | null>;
}

function ShownGeneration({ generation, panel, handlers, shareDialog }: ShownGenerationProps) {
  const { t } = useTranslation('generate');
  const [index, setIndex] = useState(0);
  // An image that was open when it was first shown here develops when it arrives; an old one is simply there.
  const [watchedFromStart] = useState(() => !isFinished(generation));
  const pollingError = useAppSelector((state) => state.generationJobs.pollingErrors[generation.id]);
  const remove = useDeleteImage(generation, handlers);
  const images = generation.generated_images;
  // The last one may have been deleted.
  const picture = images[index] ?? images.at(-1);
  const running = !isFinished(generation);
  useTabTitle(
    running ? t('titleRunning') : watchedFromStart && generation.status === 'completed' ? t('titleDone') : null,
  );
  if (!picture) return null;
  return (
    <>
      <PreviewFrame
        state={previewStateOf(picture)}
        label={t('result.label')}
        width={picture.width}
        height={picture.height}
      >
        <ImagePreview generation={generation} picture={picture} arriving={watchedFromStart} />
      </PreviewFrame>
      <Announcer generation={generation} />
      {pollingError && running ? <PollingErrorBanner error={pollingError} /> : null}
      {images.length > 1 ? (
        <ImageStrip generation={generation} selected={images.indexOf(picture)} onSelect={setIndex} />
      ) : null}
      <CancelButton generation={generation} focusFallback={panel} />
      {running ? <NotificationToggle /> : null}
      <PartialBanner generation={generation} shown={picture} events={handlers} />
      <ImageActions
        key={picture.id}
        generation={generation}
        image={picture}
        onReuse={() => handlers.onReuse(generation)}
        onReword={() => handlers.onReword(generation)}
        onRemix={() => handlers.onRemix(generation, picture)}
        onRemove={() => void remove(picture)}
        focusFallback={panel}
        shareDialog={shareDialog}
        events={handlers}
      />
      <GenerationDetails generation={generation} picture={picture} />
    </>
  );
}
