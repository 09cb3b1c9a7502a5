import type { Generation, Picture as PictureAnswer } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationQuery } from '../../../api/endpoints/generations';
import { isCancelled } from '../../../entities/generation/generation-status';
import { isLost } from '../../../entities/image/image-status';
import { Picture } from '../../../shared/ui/images/picture';
import { FailedPreview } from './failed-preview';
import { LostPreview } from './lost-preview';
import { RunningPreview } from './running-preview';
import { CancelledPreview } from './cancelled-preview';

interface ImagePreviewProps {
  generation: Generation;
  picture: PictureAnswer;
  arriving: boolean;
}

const SIZES_ATTRIBUTE = '(min-width: 1024px) 720px, 100vw';

export function ImagePreview({ generation, picture, arriving }: ImagePreviewProps) {
  const { t } = useTranslation('options');
  const [attempt, setAttempt] = useState(0);
  const { refetch } = useGenerationQuery(generation.id);
  // Its address may have run out while the page stood open.
  const reload = async () => {
    await refetch();
    setAttempt((before) => before + 1);
  };
  if (isLost(picture)) return <LostPreview generation={generation} />;
  if (picture.status === 'completed') {
    return (
      <Picture
        key={`${picture.id}-${attempt}`}
        source={picture}
        onReload={() => void reload()}
        alt={`${generation.prompt} (${t(`styles.${generation.style}`)}, ${generation.size})`}
        sizes={SIZES_ATTRIBUTE}
        arriving={arriving}
        eager
        className="size-full"
      />
    );
  }
  if (isCancelled(picture)) return <CancelledPreview generation={generation} />;
  if (picture.status === 'failed') return <FailedPreview generation={generation} picture={picture} />;
  return <RunningPreview generation={generation} picture={picture} />;
}
