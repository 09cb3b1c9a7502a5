import type { Generation, Picture as PictureAnswer } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { isTakenBack } from '../../../api/images-api';
import { Picture } from '../../../shared/ui/picture';
import { FailedStage } from './failed-stage';
import { RunningStage } from './running-stage';
import { TakenBackStage } from './taken-back-stage';

interface PictureStageProps {
  generation: Generation;
  picture: PictureAnswer;
  arriving: boolean;
}

const SIZES_ATTRIBUTE = '(min-width: 1024px) 720px, 100vw';

/** One picture in whatever state it is, inside a box that has its final ratio. */
export function PictureStage({ generation, picture, arriving }: PictureStageProps) {
  const { t } = useTranslation('options');
  if (picture.status === 'completed') {
    return (
      <Picture
        key={picture.id}
        source={picture}
        alt={`${generation.prompt} (${t(`styles.${generation.style}`)}, ${generation.size})`}
        sizes={SIZES_ATTRIBUTE}
        arriving={arriving}
        eager
        className="size-full"
      />
    );
  }
  if (isTakenBack(picture)) return <TakenBackStage generation={generation} />;
  if (picture.status === 'failed') return <FailedStage generation={generation} picture={picture} />;
  return <RunningStage generation={generation} picture={picture} />;
}
