import { isFinished, type Generation, type GenerationImage } from '@app/contracts';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { PreviewFrame, type PreviewState } from '../../../shared/ui/images/preview-frame';
import { ImagePreview } from './previews/image-preview';
import { LookBack, type LookedAt } from './previews/look-back';
import { RunGrid } from './run-grid';
import { RunStatus } from './run-status';

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

interface ShownImagesProps {
  generation: Generation;
  selected: GenerationImage;
  arriving: boolean;
  onSelect: (index: number) => void;
  focusFallback: RefObject<HTMLDivElement | null>;
}

/** The image of a generation or all of them, and below how far it is, or how it developed. */
export function ShownImages({ generation, selected, arriving, onSelect, focusFallback }: ShownImagesProps) {
  const { t } = useTranslation('generate');
  const [lookedAt, setLookedAt] = useState<LookedAt>(1);
  const images = generation.generated_images;
  const running = !isFinished(generation);
  // When none was made, there is one reason to tell and nothing to compare.
  const isGrid = images.length > 1 && generation.status !== 'failed';
  return (
    <PreviewFrame
      state={running ? 'running' : previewStateOf(selected)}
      label={t('result.label')}
      width={selected.width}
      height={selected.height}
      bare={isGrid}
      footer={
        running ? (
          <RunStatus generation={generation} focusFallback={focusFallback} />
        ) : selected.status === 'completed' ? (
          <LookBack id={selected.id} at={lookedAt} onChange={setLookedAt} />
        ) : null
      }
    >
      {isGrid ? (
        <RunGrid
          generation={generation}
          selected={images.indexOf(selected)}
          arriving={arriving}
          lookedAt={lookedAt}
          onSelect={onSelect}
        />
      ) : (
        <ImagePreview generation={generation} image={selected} arriving={arriving} lookedAt={lookedAt} />
      )}
    </PreviewFrame>
  );
}
