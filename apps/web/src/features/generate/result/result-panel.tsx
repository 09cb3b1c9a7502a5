import { SIZE_PIXELS, type Generation, type Picture } from '@app/contracts';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled, isFinished } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { useAppSelector } from '../../../entities/app-state';
import { PreviewFrame, type PreviewState } from '../../../shared/ui/images/preview-frame';
import type { GenerateSettings } from '../settings/settings';
import type { SubmitEvents } from '../submit/use-submit';
import { NotificationToggle } from '../generations/notification-toggle';
import { useShownGeneration } from '../generations/use-shown-generation';
import { useTabTitle } from '../generations/use-tab-title';
import { Announcer } from './announcer';
import { GenerationDetails } from './generation-details';
import { PartialBanner } from './partial-banner';
import { ImageActions } from './image-actions';
import { ImagePreview } from './previews/image-preview';
import { RunGrid } from './run-grid';
import { RunStatus } from './run-status';
import { useDeleteImage, type RecentGenerationEvents } from './use-delete-image';
import { PollingErrorBanner } from './polling-error-banner';

interface ResultPanelProps {
  /** The generation to show; null = nothing asked for yet. */
  id: string | null;
  /** The empty preview has the ratio of the image to come. */
  settings: GenerateSettings;
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

export function ResultPanel({ id, settings, handlers, shareDialog }: ResultPanelProps) {
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
      className="grid grid-cols-1 gap-4"
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
        <EmptyPreview settings={settings} />
      )}
    </div>
  );
}

const CORNERS = ['start-3 top-3 border-s border-t', 'end-3 top-3 border-e border-t'];
const LOWER_CORNERS = ['start-3 bottom-3 border-s border-b', 'end-3 bottom-3 border-e border-b'];

function EmptyPreview({ settings: { size, style } }: Pick<ResultPanelProps, 'settings'>) {
  const { t } = useTranslation(['generate', 'options']);
  const pixels = SIZE_PIXELS[size];
  return (
    <PreviewFrame
      state="empty"
      label={t('generate:result.label')}
      {...pixels}
      footer={
        <p className="tabular flex w-full justify-between gap-4 text-xs text-ink-3 max-lg:hidden">
          <span>{t(`options:styles.${style}`)}</span>
          <span>
            {size} · {pixels.width} × {pixels.height}
          </span>
        </p>
      }
    >
      {[...CORNERS, ...LOWER_CORNERS].map((corner) => (
        <span key={corner} aria-hidden="true" className={`absolute size-4 border-ink-3 ${corner}`} />
      ))}
      <div className="grid max-w-80 justify-items-center gap-2 p-6 text-center">
        <p className="text-lg font-semibold text-ink">{t('generate:result.emptyTitle')}</p>
        <p className="text-sm">{t('generate:result.emptyText')}</p>
      </div>
    </PreviewFrame>
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
  // When none was made, there is one reason to tell and nothing to compare.
  const isGrid = images.length > 1 && generation.status !== 'failed';
  useTabTitle(
    running ? t('titleRunning') : watchedFromStart && generation.status === 'completed' ? t('titleDone') : null,
  );
  if (!picture) return null;
  return (
    <>
      <PreviewFrame
        state={running ? 'running' : previewStateOf(picture)}
        label={t('result.label')}
        width={picture.width}
        height={picture.height}
        bare={isGrid}
        footer={running ? <RunStatus generation={generation} focusFallback={panel} /> : null}
      >
        {isGrid ? (
          <RunGrid
            generation={generation}
            selected={images.indexOf(picture)}
            arriving={watchedFromStart}
            onSelect={setIndex}
          />
        ) : (
          <ImagePreview generation={generation} picture={picture} arriving={watchedFromStart} />
        )}
      </PreviewFrame>
      <Announcer generation={generation} />
      {pollingError && running ? <PollingErrorBanner error={pollingError} /> : null}
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
