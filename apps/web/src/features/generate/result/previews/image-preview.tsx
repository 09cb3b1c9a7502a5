import type { Generation, GenerationImage } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationQuery } from '../../../../api/endpoints/generations';
import { isCancelled } from '../../../../entities/generation/generation-status';
import { isLost } from '../../../../entities/image/image-status';
import { ResponsiveImage } from '../../../../shared/ui/images/responsive-image';
import { FailedPreview } from './failed-preview';
import { LookedAtPreview, type LookedAt } from './look-back';
import { LostPreview } from './lost-preview';
import { RunningPreview } from './running-preview';
import { CancelledPreview } from './cancelled-preview';

interface ImagePreviewProps {
  generation: Generation;
  image: GenerationImage;
  arriving: boolean;
  /** Whether it is looked at as it is, or as it was on its way. */
  lookedAt: LookedAt;
  /** One of several that are shown together. */
  isCell?: boolean;
}

const SIZES_ATTRIBUTE = '(min-width: 1024px) 720px, 100vw';

export function ImagePreview({ generation, image, arriving, lookedAt, isCell = false }: ImagePreviewProps) {
  const { t } = useTranslation('options');
  const [attempt, setAttempt] = useState(0);
  const { refetch } = useGenerationQuery(generation.id);
  // Its address may have run out while the page stood open.
  const reload = async () => {
    await refetch();
    setAttempt((before) => before + 1);
  };
  if (isLost(image)) return <LostPreview generation={generation} />;
  if (image.status === 'completed') {
    return (
      <>
        <ResponsiveImage
          key={`${image.id}-${attempt}`}
          source={image}
          onReload={() => void reload()}
          alt={`${generation.prompt} (${t(`styles.${generation.style}`)}, ${generation.size})`}
          sizes={SIZES_ATTRIBUTE}
          arriving={arriving}
          eager
          className="size-full"
        />
        <LookedAtPreview id={image.id} at={lookedAt} />
      </>
    );
  }
  if (isCancelled(image)) return <CancelledPreview generation={generation} />;
  if (image.status === 'failed') return <FailedPreview generation={generation} image={image} isCell={isCell} />;
  return <RunningPreview image={image} />;
}
