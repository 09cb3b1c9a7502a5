import type { Generation, GenerationImage } from '@app/contracts';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled, isFinished } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { useAppSelector } from '../../../entities/app-state';
import { PreviewFrame, type PreviewState } from '../../../shared/ui/images/preview-frame';
import { NotificationToggle } from '../generations/notification-toggle';
import { useTabTitle } from '../generations/use-tab-title';
import { Announcer } from './announcer';
import { GenerationDetails } from './generation-details';
import { PartialBanner } from './partial-banner';
import { ImageActions } from './actions/image-actions';
import { ImagePreview } from './previews/image-preview';
import { LookBack, type LookedAt } from './previews/look-back';
import type { ResultHandlers } from './result-handlers';
import { RunGrid } from './run-grid';
import { RunStatus } from './run-status';
import { useDeleteImage } from './actions/use-delete-image';
import { PollingErrorBanner } from './polling-error-banner';

const PREVIEW_STATES: Record<Generation['status'], PreviewState> = {
  pending: 'running',
  processing: 'running',
  completed: 'done',
  failed: 'failed',
};

const previewStateOf = (image: GenerationImage): PreviewState => {
  if (isCancelled(image)) return 'empty';
  return isLost(image) ? 'failed' : PREVIEW_STATES[image.status];
};

interface ShownGenerationProps {
  generation: Generation;
  panel: RefObject<HTMLDivElement | null>;
  handlers: ResultHandlers;
  shareDialog: ShareDialogSlot;
}

/** An image or several, running or done, and what one does with them. */
export function ShownGeneration({ generation, panel, handlers, shareDialog }: ShownGenerationProps) {
  const { t } = useTranslation('generate');
  const [index, setIndex] = useState(0);
  const [lookedAt, setLookedAt] = useState<LookedAt>(1);
  // An image that was open when it was first shown here develops when it arrives; an old one is simply there.
  const [watchedFromStart] = useState(() => !isFinished(generation));
  const pollingError = useAppSelector((state) => state.generationJobs.pollingErrors[generation.id]);
  const remove = useDeleteImage(generation, handlers);
  const images = generation.generated_images;
  // The last one may have been deleted.
  const image = images[index] ?? images.at(-1);
  const running = !isFinished(generation);
  // When none was made, there is one reason to tell and nothing to compare.
  const isGrid = images.length > 1 && generation.status !== 'failed';
  useTabTitle(
    running ? t('titleRunning') : watchedFromStart && generation.status === 'completed' ? t('titleDone') : null,
  );
  if (!image) return null;
  return (
    <>
      <PreviewFrame
        state={running ? 'running' : previewStateOf(image)}
        label={t('result.label')}
        width={image.width}
        height={image.height}
        bare={isGrid}
        footer={
          running ? (
            <RunStatus generation={generation} focusFallback={panel} />
          ) : image.status === 'completed' ? (
            <LookBack id={image.id} at={lookedAt} onChange={setLookedAt} />
          ) : null
        }
      >
        {isGrid ? (
          <RunGrid
            generation={generation}
            selected={images.indexOf(image)}
            arriving={watchedFromStart}
            lookedAt={lookedAt}
            onSelect={setIndex}
          />
        ) : (
          <ImagePreview generation={generation} image={image} arriving={watchedFromStart} lookedAt={lookedAt} />
        )}
      </PreviewFrame>
      <Announcer generation={generation} />
      {pollingError && running ? <PollingErrorBanner error={pollingError} /> : null}
      {running ? <NotificationToggle /> : null}
      <PartialBanner generation={generation} shown={image} events={handlers} />
      <ImageActions
        key={image.id}
        generation={generation}
        image={image}
        onReuse={() => handlers.onReuse(generation)}
        onReword={() => handlers.onReword(generation)}
        onRemix={() => handlers.onRemix(generation, image)}
        onRemove={() => void remove(image)}
        focusFallback={panel}
        shareDialog={shareDialog}
        events={handlers}
      />
      <GenerationDetails generation={generation} image={image} />
    </>
  );
}
