import { isFinished, type Generation } from '@app/contracts';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareDialogSlot } from '../../../entities/image/share-dialog-slot';
import { useAppSelector } from '../../../entities/app-state';
import { useTabTitle } from '../../../shared/browser/use-tab-title';
import { NotificationToggle } from '../generations/notification-toggle';
import { Announcer } from './announcer';
import { deliveredCount } from '../../../entities/generation/delivered-count';
import { GenerationDetails } from './generation-details';
import { PartialBanner } from './partial-banner';
import { ImageActions } from './actions/image-actions';
import type { ResultHandlers } from './result-handlers';
import { ShownImages } from './shown-images';
import { useDeleteImage } from './actions/use-delete-image';
import { PollingErrorBanner } from './polling-error-banner';

interface ShownGenerationProps {
  generation: Generation;
  panel: RefObject<HTMLDivElement | null>;
  handlers: ResultHandlers;
  shareDialog: ShareDialogSlot;
}

/** An image or several, running or done, and what one does with them. */
export function ShownGeneration({ generation, panel, handlers, shareDialog }: ShownGenerationProps) {
  const { t } = useTranslation('generate');
  const [chosen, setChosen] = useState<number | null>(null);
  // An image that was open when it was first shown here develops when it arrives; an old one is simply there.
  const [watchedFromStart] = useState(() => !isFinished(generation));
  const pollingError = useAppSelector((state) => state.generationJobs.pollingErrors[generation.id]);
  const remove = useDeleteImage(generation, handlers);
  const images = generation.generated_images;
  const running = !isFinished(generation);
  const made = running ? 0 : images.findIndex(({ status }) => status === 'completed');
  // The last one may have been deleted.
  const image = images[chosen ?? Math.max(made, 0)] ?? images.at(-1);
  const isAwaited = watchedFromStart && generation.status === 'completed';
  useTabTitle(running ? t('titleRunning') : isAwaited ? t('titleDone', { count: deliveredCount(generation) }) : null);
  if (!image) return null;
  return (
    <>
      <ShownImages
        generation={generation}
        selected={image}
        arriving={watchedFromStart}
        onSelect={setChosen}
        focusFallback={panel}
      />
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
